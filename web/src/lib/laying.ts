import type { Catalogue } from "./messages";

/** The catalogue as a match has laid out its board: regions bear the name and the group of the tile on them. */
export function laidOut(catalogue: Catalogue, tiles: number[]): Catalogue {
  if (tiles.length === 0) return catalogue;
  const regions = catalogue.board.regions.map((region, at) => {
    const tile = catalogue.board.tiles[tiles[at] ?? -1];
    return tile ? { ...region, name: tile.name, group: tile.group } : region;
  });
  return { ...catalogue, board: { ...catalogue.board, regions } };
}
