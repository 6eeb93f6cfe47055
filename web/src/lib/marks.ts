/** Marks on a region: what each is, and whose. */
export interface Mark {
  /** The word for it: a client draws those that it knows. */
  word: string;
  /** The seat that it belongs to, as in "capital of seat 2"; -1 if it is nobody's. */
  seat: number;
  count: number;
}

const OWNED = /^(.+) of seat (\d+)$/;

export function markOf([name, count]: [string, number]): Mark {
  const owned = OWNED.exec(name);
  return owned ? { word: owned[1]!, seat: Number(owned[2]), count } : { word: name, seat: -1, count };
}
