import type { CommandRun } from './copy.ts';

/** The command that gets alerts as JSON. */
export interface AlertCommandView {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Since the start; `null`: none. */
  readonly lastRun: CommandRun | null;
  readonly waiting: WaitingEventsView;
}

/** Events that are still to be handed over, and when the next one is tried (Unix ms; `null`: none waits). */
export interface WaitingEventsView {
  readonly count: number;
  readonly nextAt: number | null;
}
