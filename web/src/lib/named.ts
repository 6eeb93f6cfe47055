/** Words of the rules name seats by their numbers, "at war with seat 2"; people know the players. */
export const withNames = (text: string, players: string[]): string =>
  text.replace(/\bseat (\d+)/g, (said, seat) => players[Number(seat)] || said);
