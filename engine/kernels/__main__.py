"""`python -m engine.odds.kernels`: compiles all kernels into their cache."""

from engine.kernels.known import warm

if __name__ == "__main__":
    warm()
