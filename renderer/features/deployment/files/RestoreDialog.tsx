import { useEffect } from 'react';
import { Banner } from '#renderer/components/Banner.tsx';
import { ConfirmDialog } from '#renderer/components/ConfirmDialog.tsx';
import { useNow } from '#renderer/hooks/useNow.ts';
import { useLocale, useT } from '#renderer/hooks/useT.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { CommandLine } from './CommandLine.tsx';
import { restoreCopy } from './copyActions.ts';
import { previousFilesText } from './copyText.ts';
import { useCopyWork } from './useCopyWork.ts';

/** Asks before a restore: which files come back, and what follows from it. */
export function RestoreDialog({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const locale = useLocale();
  const now = useNow('minute');
  const { agreed, begin } = useCopyWork(copy);
  // Stays as the user confirmed it while the restore runs, although main's state changes.
  const { folder, previous, autoRefresh, command } = agreed ?? copy;
  const isGone = previous === null;
  useEffect(() => {
    if (isGone) closeDialog();
  }, [isGone]);
  if (isGone) return null;
  const text = previousFilesText(previous, now, t, locale);
  return (
    <ConfirmDialog
      title={t('copies.putBack.title')}
      confirmLabel={t('copies.putBack.confirm')}
      variant="primary"
      busy={agreed !== null}
      onConfirm={() => void begin(restoreCopy)}
      onClose={closeDialog}
    >
      <p className="font-medium wrap-anywhere">{folder}</p>
      {text.isExpired ? (
        <Banner tone="warning" title={text.what}>
          {text.more}
        </Banner>
      ) : (
        <div>
          <p>{text.what}</p>
          <p className="text-muted">{text.more}</p>
        </div>
      )}
      <ul className="flex list-disc flex-col gap-1 pl-4 marker:text-faint">
        <li>{t('copies.putBack.kept')}</li>
        {autoRefresh && <li>{t('copies.putBack.freshEnds')}</li>}
        {command !== null && (
          <li>
            {t('copies.putBack.commandRuns')}
            <CommandLine command={command} />
          </li>
        )}
      </ul>
    </ConfirmDialog>
  );
}
