"""`python -m engine.kernels`: compiles kernels into their cache, of all rulesets or some."""

import sys

import engine

if __name__ == "__main__":
    engine.warm(*sys.argv[1:])
