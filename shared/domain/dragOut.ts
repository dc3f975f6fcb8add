import type { AppError } from '../errors.ts';

/** Most orders in one drag. */
export const DRAGGED_ORDERS_MAX = 100;

export interface DragRequest {
  /** At most `DRAGGED_ORDERS_MAX`. */
  readonly orderIds: readonly string[];
  /** Whether the files with the private keys are dragged too. */
  readonly withKey: boolean;
}

/** Files that can be dragged now. */
export interface DraggedFiles {
  /** Names them to `drag:start`. */
  readonly id: string;
  /** Whether the user answered a question meanwhile, and so has released the pointer. */
  readonly isAsked: boolean;
  /** How many files; 0: no order could be exported. */
  readonly files: number;
  /** Dragged orders whose chain leads to no known root. */
  readonly incomplete: readonly string[];
  /** Orders that are not part of the drag. `error` is `null` for one that an export would ask a question about. */
  readonly left: readonly { readonly title: string; readonly error: AppError | null }[];
}
