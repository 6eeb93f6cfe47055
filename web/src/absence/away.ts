import type { SeatState, State } from "../lib/messages";

/** What there is to say of a seat: that a bot plays for its player, or that its time is running. */
export const seatState = (state: State, seat: number): SeatState | undefined =>
  state.seats.find((one) => one.seat === seat);

/** Whether a bot plays for the viewer just now. */
export const isAway = (state: State): boolean => seatState(state, state.seat)?.away != null;
