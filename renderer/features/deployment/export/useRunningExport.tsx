import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { focusFirstInvalid } from '#renderer/hooks/focusFirstInvalid.ts';
import { useT } from '#renderer/hooks/useT.ts';
import { closeDialog } from '#renderer/stores/viewStore.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { ExportProgress } from './ExportProgress.tsx';
import { ExportReview } from './ExportReview.tsx';
import { ExportSummary } from './ExportSummary.tsx';
import { countItems } from './exportCounts.ts';
import type { ExportPage } from './exportPage.ts';
import { useConfirmation } from './useConfirmation.ts';

/**
 * The page of main's job in its present phase; `null` while there is none.
 * `waitingFor`: orders for which the dialog was opened while this job was there already.
 */
export function useRunningExport(
  job: ExportJobView | null,
  waitingFor: readonly string[],
): ExportPage | null {
  const t = useT();
  const [stoppingId, setStoppingId] = useState<string | null>(null);
  const confirmation = useConfirmation(job);
  if (job === null) return null;

  const { calls } = bridge();
  const { states, conflicted } = countItems(job.items);
  const [only] = job.items;
  const base = {
    title:
      only !== undefined && job.items.length === 1
        ? t('exporting.titleOf', { title: only.title })
        : t('exporting.titleCount', { count: job.items.length }),
    ...(waitingFor.length > 0 && job.phase !== 'done' ? { description: t('exporting.started') } : {}),
    closesLightly: false,
    onClose: closeDialog,
  };
  const isStopping = stoppingId === job.id;
  const stopButton = (
    <Button
      busy={isStopping}
      onClick={() => {
        setStoppingId(job.id);
        void calls['export:cancel'](job.id);
      }}
    >
      {job.phase === 'proving'
        ? t(isStopping ? 'exporting.skippingProof' : 'exporting.skipProof')
        : t(isStopping ? 'exporting.stopping' : 'exporting.stop')}
    </Button>
  );

  switch (job.phase) {
    case 'fetching':
    case 'writing':
    case 'proving':
      return {
        ...base,
        body: <ExportProgress job={job} />,
        buttons: (
          <>
            {stopButton}
            <Button onClick={closeDialog}>{t('exporting.hide')}</Button>
          </>
        ),
      };
    case 'review': {
      const { conflicts, busy, send } = confirmation;
      const willBeWritten = states.ready - (conflicts === 'keep' ? conflicted : 0);
      return {
        ...base,
        title: t('exporting.review'),
        body: <ExportReview job={job} confirmation={confirmation} />,
        buttons: (
          <>
            {stopButton}
            <Button
              variant="primary"
              busy={busy}
              disabled={willBeWritten === 0}
              onClick={(event) => {
                const dialog = event.currentTarget.closest<HTMLElement>('[role="dialog"]');
                void send().then((isSent) => {
                  if (!isSent) focusFirstInvalid(dialog);
                });
              }}
            >
              {willBeWritten === 0
                ? t('exporting.writeNothing')
                : t('exporting.write', { count: willBeWritten })}
            </Button>
          </>
        ),
      };
    }
    case 'done': {
      const dismiss = () => void calls['export:dismiss'](job.id);
      const close = () => {
        dismiss();
        closeDialog();
      };
      const isAnotherNext = waitingFor.length > 0;
      return {
        ...base,
        onClose: close,
        body: <ExportSummary job={job} />,
        buttons: (
          <>
            {states.written > 0 && (
              <Button icon={FolderOpen} onClick={() => void calls['export:reveal'](job.id)}>
                {t('exporting.showInFolder')}
              </Button>
            )}
            <Button variant="primary" onClick={isAnotherNext ? dismiss : close}>
              {t(isAnotherNext ? 'exporting.another' : 'common.done')}
            </Button>
          </>
        ),
      };
    }
  }
}
