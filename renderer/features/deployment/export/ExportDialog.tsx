import { useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ExportDialogState } from '#renderer/stores/dialog.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { ExportIndicator } from './ExportIndicator.tsx';
import { ExportProgress } from './ExportProgress.tsx';
import { ExportReview } from './ExportReview.tsx';
import { ExportSummary } from './ExportSummary.tsx';
import { NewExport, NewExportButtons, useNewExport } from './NewExport.tsx';
import { useConfirmation } from './useConfirmation.ts';

/** The dialog for exports, or the indicator of an export whose dialog is closed. Main runs one export at a time. */
export function ExportDialog() {
  const dialog = useViewStore((state) => state.dialog);
  return dialog.kind === 'export' ? <OpenDialog dialog={dialog} /> : <ExportIndicator />;
}

/** All pages share one `Dialog`, so that it neither moves nor loses the focus when the page changes. */
function OpenDialog({ dialog }: { readonly dialog: ExportDialogState }) {
  const t = useT();
  const job = useApp((app) => app.exportJob);
  const [jobBefore] = useState(job);
  const newExport = useNewExport(dialog);
  const confirmation = useConfirmation(job);
  // The dialog was opened for other orders while this export was already running.
  const hasNext = job !== null && job.id === jobBefore?.id && dialog.orderIds.length > 0;
  const { onlyOrder } = newExport;
  const onlyTitle =
    job === null
      ? onlyOrder && orderTitle(onlyOrder)
      : job.items.length === 1
        ? job.items[0]?.title
        : undefined;
  const count = job === null ? dialog.orderIds.length : job.items.length;
  return (
    <Dialog
      open
      onClose={() => {
        if (job?.phase === 'done') void bridge().calls['export:dismiss'](job.id);
        closeDialog();
      }}
      size="lg"
      title={
        job?.phase === 'review'
          ? t('exporting.review')
          : onlyTitle === undefined
            ? t('exporting.titleCount', { count })
            : t('exporting.titleOf', { title: onlyTitle })
      }
      {...(hasNext && job.phase !== 'done' ? { description: t('exporting.started') } : {})}
      closeOnOutsideClick={job === null}
      footer={
        job === null ? (
          <NewExportButtons newExport={newExport} />
        ) : (
          <ExportButtons job={job} confirmation={confirmation} hasNext={hasNext} />
        )
      }
    >
      <div className="h-130 max-h-[calc(100vh-12rem)]">
        {job === null ? (
          <NewExport newExport={newExport} />
        ) : job.phase === 'review' ? (
          <ExportReview job={job} confirmation={confirmation} />
        ) : job.phase === 'done' ? (
          <ExportSummary job={job} />
        ) : (
          <ExportProgress job={job} />
        )}
      </div>
    </Dialog>
  );
}
