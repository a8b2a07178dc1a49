"""The Socket.IO transport of live messages."""
