"""What all compiled code stands on, whichever package it is in."""
