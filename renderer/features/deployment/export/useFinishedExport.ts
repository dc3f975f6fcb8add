import { useEffect } from 'react';
import { bridge } from '#renderer/bridge.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { closeDialog, useViewStore } from '#renderer/stores/viewStore.ts';
import type { ExportJobView } from '#shared/domain/export.ts';
import { endSelection, showWritten } from './exportAgain.ts';
import { countItems } from './exportCounts.ts';

/**
 * Ends an export that leaves nothing to do: its dialog closes, and a toast says what was replaced. Others show their summary.
 */
export function useFinishedExport(): void {
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
