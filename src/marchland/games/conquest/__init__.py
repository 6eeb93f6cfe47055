"""What Campus and Capitals share: the clauses S.1 to S.16 of both rulebooks."""
