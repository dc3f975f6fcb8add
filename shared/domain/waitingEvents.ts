/** Events that are still to be handed over, and when the next one is tried (Unix ms; `null`: none waits). */
export interface WaitingEventsView {
  readonly count: number;
  readonly nextAt: number | null;
}
