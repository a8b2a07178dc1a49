"""Many Marios: its armies as arrays, and the kernel that plays them."""
