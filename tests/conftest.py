"""What all tests share."""

from hypothesis import settings

# No deadline: a busy machine, or a kernel that is being compiled, is not a failure.
settings.register_profile("battlereel", deadline=None)
settings.load_profile("battlereel")
