// @ts-check
// htmx sends the forms and swaps in what comes back: the form with its errors, status 422 included.
import "htmx.org";
