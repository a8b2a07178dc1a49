"""Live airings: what is due when (pure), and the Socket.IO namespace that sends it."""
