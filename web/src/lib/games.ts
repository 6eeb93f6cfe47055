/** Where a game adds panels of its own. Everything else on the match page comes from the catalogue and the picture. */
import type { Component } from "svelte";
import type { Catalogue, State } from "./messages";

export interface PanelProps {
  catalogue: Catalogue;
  state: State;
  players: string[];
  play: (action: number) => void;
}

export interface GamePanels {
  /** Below the board: cards, coins, leaders of one's own. */
  hand?: Component<PanelProps>;
  /** Under the list of players. */
  beside?: Component<PanelProps>;
}

const panels = new Map<string, GamePanels>();

export const registerPanels = (game: string, added: GamePanels) => void panels.set(game, added);
export const panelsOf = (game: string): GamePanels => panels.get(game) ?? {};
