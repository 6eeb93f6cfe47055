/** An answer that is left standing: where the same is asked again and again, such as whether one steps in, it is given
 * for the rest of the turn or the round without asking. It can be seen, and taken back at any time. */
import type { Choice } from "./actions";
import type { State } from "./messages";

export class Standing {
  private given = $state.raw<{ action: number; stage: string; until: string } | null>(null);

  /** Answer like this from now on. */
  leave(choice: Choice, state: State) {
    this.given = { action: choice.first, stage: stageOf(state), until: momentOf(choice, state) };
  }

  end = () => void (this.given = null);

  get any(): boolean {
    return this.given !== null;
  }

  /** What is to be answered now; null if there is nothing to answer, or it has to be asked. */
  answer(choices: Choice[], state: State): number | null {
    const choice = choices.find((one) => one.first === this.given?.action && one.remark?.lasts);
    return choice && stageOf(state) === this.given?.stage && momentOf(choice, state) === this.given.until
      ? choice.first
      : null;
  }

  /** Forget it when its time is over. */
  review(state: State) {
    if (this.given && ![turnOf(state), roundOf(state)].includes(this.given.until)) this.given = null;
  }
}

const stageOf = (state: State) => state.stages.at(-1) ?? "";
const roundOf = (state: State) => `round ${state.round}`;
const turnOf = (state: State) => `turn ${state.active} of ${roundOf(state)}`;
const momentOf = (choice: Choice, state: State) => (choice.remark?.lasts === "turn" ? turnOf(state) : roundOf(state));
