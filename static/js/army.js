// @ts-check
import { offerHandingOn } from "./ui/handing.js";

offerHandingOn(document);
