import type { CommandRun } from './copy.ts';
import type { WaitingEventsView } from './waitingEvents.ts';

/** The command that gets alerts as JSON. */
export interface AlertCommandView {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Since the start; `null`: none. */
  readonly lastRun: CommandRun | null;
  readonly waiting: WaitingEventsView;
}
