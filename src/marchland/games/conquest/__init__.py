"""What games of conquest by dice share: the clauses S.1 to S.16 of their rulebooks."""
