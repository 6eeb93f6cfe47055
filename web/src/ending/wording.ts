/** Who has won, in one line. */
export function headlineOf(players: string[], places: number[], viewer: number): string {
  const winners = players.filter((_, seat) => places[seat] === 1);
  if (places[viewer] === 1) return winners.length > 1 ? "You share the win" : "You have won";
  return `${winners.join(" and ")} ${winners.length > 1 ? "share the win" : "wins"}`;
}
