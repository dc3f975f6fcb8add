import { useEffect, useState } from 'react';
import type { DialogState } from '#renderer/stores/dialog.ts';
import { closeThis, useViewStore } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';

/** What a dialog has agreed to do with a copy. */
export interface CopyWork {
  /** The copy as it was when it began; `null` before that. */
  readonly agreed: CopyBundleView | null;
  /** Does it, and closes the dialog at its end. */
  readonly begin: (work: (copy: CopyBundleView) => Promise<void>) => Promise<void>;
}

/**
 * Work on a copy that a dialog waits for. It closes earlier when the copy's command begins to run: the files are
 * written then, and a command may take a minute, which the row of the copy shows.
 */
export function useCopyWork(copy: CopyBundleView): CopyWork {
  const [begun, setBegun] = useState<{
    readonly agreed: CopyBundleView;
    readonly dialog: DialogState;
  } | null>(null);
  const { lastRun } = copy;
  const isCommandRunning =
    begun !== null && lastRun?.kind === 'running' && begun.agreed.lastRun?.startedAt !== lastRun.startedAt;
  useEffect(() => {
    if (isCommandRunning) closeThis(begun.dialog);
  }, [isCommandRunning, begun]);
  return {
    agreed: begun?.agreed ?? null,
    begin: async (work) => {
      const { dialog } = useViewStore.getState();
      setBegun({ agreed: copy, dialog });
      try {
        await work(copy);
      } finally {
        closeThis(dialog);
      }
    },
  };
}
