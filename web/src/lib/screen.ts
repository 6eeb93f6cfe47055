/** What kind of screen this is, for what cannot be said in a style sheet. */
import { MediaQuery } from "svelte/reactivity";

/** The prompt is a sheet below the board, not a panel beside it. */
export const asSheet = new MediaQuery("(max-width: 700px), (max-width: 1000px) and (orientation: portrait)");
