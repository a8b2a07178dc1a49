"""What compiles and caches the kernels that rulesets bring, and what all of them share."""
