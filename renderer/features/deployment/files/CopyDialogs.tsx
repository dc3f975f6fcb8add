import { useEffect } from 'react';
import { useApp } from '#renderer/stores/appStore.ts';
import type { CopyDialogState } from '#renderer/stores/dialog.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { OverwriteDialog } from './OverwriteDialog.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { ReviewCopyDialog } from './ReviewCopyDialog.tsx';

/** The dialogs about a copy. They close when the copy is no longer tracked. */
export function CopyDialogs() {
  const dialog = useViewStore((view) => view.dialog);
  switch (dialog.kind) {
    case 'overwriteCopy':
    case 'restoreCopy':
    case 'reviewCopy':
    case 'copyCommand':
      return <OpenDialog dialog={dialog} />;
    default:
      return null;
  }
}

function OpenDialog({ dialog }: { readonly dialog: CopyDialogState }) {
  const copy = useApp((app) => app.copies.find(({ id }) => id === dialog.copyId));
  const isGone = copy === undefined;
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  if (isGone) return null;
  switch (dialog.kind) {
    case 'overwriteCopy':
      return <OverwriteDialog copy={copy} by={dialog.by} />;
    case 'reviewCopy':
      return <ReviewCopyDialog copy={copy} review={dialog} />;
    case 'restoreCopy':
      return <RestoreDialog copy={copy} />;
    case 'copyCommand':
      return <CommandDialog copy={copy} />;
  }
}
