import type { UpdateOffer, UpdateProblem } from '#shared/domain/update.ts';
import type { Result } from '#shared/result.ts';

/** Where newer versions come from. */
export interface UpdateSource {
  /** Whether this build knows where to look. */
  readonly hasFeed: boolean;
  /** Whether the app can replace itself: not where a package manager, or the person, put its files. */
  readonly canInstall: boolean;
  /** Asks the feed. `null`: there is nothing newer. */
  check(): Promise<Result<UpdateOffer | null, UpdateProblem>>;
  /** Downloads what the last check found and compares it with the feed's checksum. Percentages are whole, 0 to 100. */
  download(onProgress: (percent: number) => void): Promise<Result<null, UpdateProblem>>;
  /** Puts what was downloaded into the place of the app and starts it. The last thing that a run of the app does. */
  install(): Promise<void>;
}
