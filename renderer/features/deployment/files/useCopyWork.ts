import { useEffect, useState } from 'react';
import type { DialogState } from '#renderer/stores/dialog.ts';
import { closeThis, useViewStore } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';

/** Work on a copy that a dialog started. */
interface CopyWork {
  /** The copy as it was at the start; `null` before that. */
  readonly agreed: CopyBundleView | null;
  /** Does the work, then closes the dialog. */
  readonly begin: (work: (copy: CopyBundleView) => Promise<void>) => Promise<void>;
}

/**
 * Runs work on a copy while its dialog stays open. The dialog closes as soon as the command of the copy starts: the files
 * are written by then, and the command may take a minute. The row of the copy shows it.
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
