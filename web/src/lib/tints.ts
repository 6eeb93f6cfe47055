/** Quiet tints for the groups of a board; light and dark paper need different ones, so CSS picks. */
const HUES = [38, 205, 330, 95, 20, 262, 172, 55, 235, 0];

export const tintOf = (group: number, quiet: boolean): string => {
  const hue = HUES[group % HUES.length]!;
  return quiet ? `light-dark(hsl(${hue} 24% 91%), hsl(${hue} 9% 21%))` : `light-dark(hsl(${hue} 30% 86%), hsl(${hue} 14% 25%))`;
};
