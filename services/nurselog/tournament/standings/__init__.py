"""Points, tie-breaks and the sheet that shows each of their terms."""
