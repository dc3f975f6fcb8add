import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { Button } from '#renderer/components/Button.tsx';
import { cx } from '#renderer/components/cx.ts';
import { Dialog } from '#renderer/components/Dialog.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Progress } from '#renderer/components/Progress.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import type { ExportDialogState } from '#renderer/stores/dialog.ts';
import { showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { closeDialog, openDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { AgainButtons, AgainResults } from './AgainResults.tsx';
import { ExportButtons } from './ExportButtons.tsx';
import { ExportItems, ExportTarget } from './ExportItems.tsx';
import { ExportReview } from './ExportReview.tsx';
import { ExportSummary } from './ExportSummary.tsx';
import { endSelection, showWritten } from './exportAgain.ts';
import { countItems } from './exportCounts.ts';
import { NewExport, NewExportButtons, useNewExport } from './NewExport.tsx';
import { useConfirmation } from './useConfirmation.ts';

/** The dialog for exports, or the indicator of an export whose dialog is closed. Main runs one export at a time. */
export function ExportDialog() {
  const dialog = useViewStore((state) => state.dialog);
  useFinishedExport();
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
  const results = job === null ? dialog.results : undefined;
  return (
    <Dialog
      onClose={() => {
        // While the export waits for an answer, closing is the answer.
        if (job?.phase === 'done' || job?.phase === 'review') void bridge().calls['export:dismiss'](job.id);
        closeDialog();
      }}
      size={job === null && results === undefined ? 'md' : 'lg'}
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
        results !== undefined ? (
          <AgainButtons results={results} />
        ) : job === null ? (
          <NewExportButtons newExport={newExport} />
        ) : (
          <ExportButtons job={job} confirmation={confirmation} hasNext={hasNext} />
        )
      }
    >
      <div className="flex max-h-[calc(100vh-12rem)] flex-col short:max-h-none">
        {results !== undefined ? (
          <AgainResults results={results} />
        ) : job === null ? (
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

function ExportProgress({ job }: { readonly job: ExportJobView }) {
  const t = useT();
  const { states } = countItems(job.items);
  const totals = {
    fetching: job.items.length,
    writing: job.items.length - (states.failed - failedWhileWriting(job)),
    proving: states.written,
  };
  const phase = job.phase === 'fetching' || job.phase === 'proving' ? job.phase : 'writing';
  const total = totals[phase];
  const progress = { done: job.completed, total };
  return (
    <div className="flex min-h-0 flex-col gap-4">
      <ExportTarget job={job} />
      <div className="flex flex-col gap-2">
        <p role="status" className="tabular text-sm font-medium">
          {t(`exporting.${phase}Progress`, progress)}
          {states.failed > 0 && ` · ${t('exporting.failedCount', { count: states.failed })}`}
        </p>
        <Progress value={job.completed} max={total} label={t(`exporting.${phase}`)} />
      </div>
      <ExportItems items={job.items} />
    </div>
  );
}

/** Orders that failed to be written: they count as completed. Those that failed to be fetched are not written at all. */
function failedWhileWriting({ items }: ExportJobView): number {
  return items.filter(({ state, leaf }) => state === 'failed' && leaf !== null).length;
}

/** Shows an export whose dialog is closed, and opens the dialog again. */
function ExportIndicator() {
  const t = useT();
  const job = useApp((projection) => projection.exportJob);
  const hasSelection = useViewStore((view) => view.selection.ids.size > 0);
  if (job === null) return null;
  const isRunning = job.phase !== 'review' && job.phase !== 'done';
  return (
    <section
      aria-label={t('exporting.title')}
      className={cx(
        'fixed left-4 z-30 flex w-72 animate-rise items-center gap-3 rounded-lg bg-raised px-3 py-2 shadow-pop',
        // Above the selection bar.
        hasSelection ? 'bottom-17' : 'bottom-4',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p role="status" className="truncate text-xs font-medium">
          {t(`exporting.indicator.${job.phase}`)}
        </p>
        {isRunning && (
          <Progress
            value={job.completed}
            max={job.items.length}
            label={t(`exporting.indicator.${job.phase}`)}
          />
        )}
      </div>
      <Button size="sm" onClick={() => openDialog({ kind: 'export', orderIds: [] })}>
        {t('exporting.indicator.show')}
      </Button>
      {job.phase === 'done' && (
        <IconButton
          icon={X}
          size="sm"
          label={t('common.close')}
          tooltip={false}
          onClick={() => void bridge().calls['export:dismiss'](job.id)}
        />
      )}
    </section>
  );
}

/**
 * Ends an export that leaves nothing to do: its dialog closes, and a toast says what was replaced. Others show their summary.
 */
function useFinishedExport(): void {
  const job = useApp((app) => app.exportJob);
  const isDone = job?.phase === 'done';
  useEffect(() => {
    if (job === null || !isDone) return;
    if (countItems(job.items).states.written > 0) endSelection(job.items.map(({ orderId }) => orderId));
    if (!isQuiet(job)) return;
    void bridge().calls['export:dismiss'](job.id);
    const { dialog } = useViewStore.getState();
    const orderIds = new Set(job.items.map(({ orderId }) => orderId));
    if (dialog.kind === 'export' && dialog.orderIds.every((id) => orderIds.has(id))) closeDialog();
    showEnd(job);
  }, [job, isDone]);
}

/** Whether an export ended without anything that the user should see: first files have next steps, as a ZIP file has. */
function isQuiet({ items, container, error }: ExportJobView): boolean {
  if (items.every(({ state }) => state === 'cancelled')) return true;
  if (container === 'zip' || error !== null) return false;
  return items.every(
    ({ state, isUpdate, proof }) =>
      state === 'current' || (state === 'written' && isUpdate && proof?.kind !== 'notProven'),
  );
}

function showEnd({ items, error }: ExportJobView): void {
  const t = translateNow();
  if (error !== null)
    showToast({ tone: 'neutral', title: t('exporting.done.cancelled'), text: t('exporting.done.nothing') });
  const written = items.filter(({ state }) => state === 'written');
  const since = items.flatMap(({ currentSince }) => currentSince ?? []);
  if (written.length + since.length > 0) showWritten(written, since);
}
