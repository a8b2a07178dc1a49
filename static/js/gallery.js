// @ts-check
// htmx puts what a search finds, or another page of it, in the place of the list.
import "htmx.org";
