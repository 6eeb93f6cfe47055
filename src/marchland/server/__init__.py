"""The server: lobby, live matches, storage. Started by `marchland serve`."""
