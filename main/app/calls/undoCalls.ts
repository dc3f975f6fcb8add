import type { CallHandlers } from '#shared/ipc/contract.ts';
import type { Undoable } from '#shared/ipc/undoStep.ts';

const MOST_KEPT = 100;

/** Handlers of the calls about what can be undone. */
export function undoCalls() {
  let kept: readonly Undoable[] = [];
  return {
    'undo:keep': (undoable) => {
      kept = [...kept, undoable].slice(-MOST_KEPT);
    },
    'undo:take': (key) => {
      const taken = key === null ? kept.at(-1) : kept.find((each) => each.key === key);
      kept = kept.filter((each) => each !== taken);
      return taken ?? null;
    },
  } satisfies Partial<CallHandlers>;
}
