"""Alliances: two teams of powers, secret command tokens, and a war that only points decide."""
