"""The server, as browsers meet it: a real process, a real database, real sockets."""
