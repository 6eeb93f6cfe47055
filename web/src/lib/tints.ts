/** Quiet tints for the groups of a board; light and dark paper need different ones, so CSS picks. */
const HUES = [38, 205, 330, 95, 20, 262, 172, 55, 235, 0];

export const tintOf = (group: number, quiet: boolean): string => {
  const hue = HUES[group % HUES.length]!;
  return quiet ? `light-dark(hsl(${hue} 24% 91%), hsl(${hue} 9% 21%))` : `light-dark(hsl(${hue} 30% 86%), hsl(${hue} 14% 25%))`;
};

/** The ground of tiles, by what they are. */
const TERRAIN: Record<string, [hue: number, strength: number]> = {
  bastion: [26, 13],
  city: [20, 38],
  oasis: [95, 30],
  basin: [200, 30],
  sanctuary: [288, 18],
  desert: [43, 46],
};

export const terrainOf = (emblem: string): string => {
  const [hue, strength] = TERRAIN[emblem] ?? [40, 20];
  return `light-dark(hsl(${hue} ${strength}% 87%), hsl(${hue} ${strength / 2}% 22%))`;
};
