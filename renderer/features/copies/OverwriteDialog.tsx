import { useEffect, useState } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { refreshCopy } from './copyActions.ts';

/** Asks before files that another hand changed are written over. One whose copy is gone closes by itself. */
export function OverwriteDialog() {
  const dialog = useViewStore((view) => view.dialog);
  return dialog.kind === 'overwriteCopy' ? <OpenDialog copyId={dialog.copyId} /> : null;
}

function OpenDialog({ copyId }: { readonly copyId: string }) {
  const copy = useApp((app) => app.copies.find(({ id }) => id === copyId));
  const isGone = copy === undefined;
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  return isGone ? null : <Question copy={copy} />;
}

function Question({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await refreshCopy(copy, true);
    } finally {
      closeDialog();
    }
  }
  return (
    <Dialog
      open
      onClose={closeDialog}
      size="sm"
      title={t('copies.overwrite.title')}
      footer={
        <>
          <Button data-autofocus onClick={closeDialog}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {t('copies.overwrite.confirm')}
          </Button>
        </>
      }
    >
      <p className="text-sm break-words">{t('copies.overwrite.text', { folder: copy.folder })}</p>
    </Dialog>
  );
}
