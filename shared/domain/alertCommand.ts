import type { ProgramRun } from './programRun.ts';
import type { WaitingEventsView } from './waitingEvents.ts';

/** The command that gets alerts as JSON. */
export interface AlertCommandView {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Since the start; `null`: none. */
  readonly lastRun: ProgramRun | null;
  readonly waiting: WaitingEventsView;
}
