import { bridge } from '#renderer/bridge.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { emptySelection } from '#renderer/stores/selection.ts';
import { showFailure, showToast, translateNow } from '#renderer/stores/toastStore.ts';
import { closeDialog, openDialog, select, useViewStore } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView, ExportedAgain } from '#shared/domain/copy.ts';
import { chosenParts } from '#shared/domain/export.ts';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import { proofText } from '#shared/i18n/exportText.ts';
import { restoreCopies, showRuns, showUpToDate } from '../files/copyActions.ts';

/**
 * Exports orders again, each to its last destination, and says how it ended. Opens the export dialog where the user has to
 * decide, and for several orders where some are left.
 */
export async function exportAgain(orderIds: readonly string[]): Promise<void> {
  const t = translateNow();
  const answer = await bridge().calls['export:again']([...orderIds]);
  if (!answer.ok) return showFailure(t('exporting.done.failed'), answer.error);
  const results = answer.value;
  endSelection(orderIds);
  const [only] = results;
  if (results.length === 1 && only !== undefined) return showOne(only);
  if (results.some(isLeft)) return openDialog({ kind: 'export', orderIds, results });
  closeDialog();
  showAll(results);
}

/** Whether an order is not exported, or its files failed verification. */
export function isLeft(result: ExportedAgain): boolean {
  if (result.kind === 'written') return result.proof.kind === 'notProven';
  return result.kind !== 'upToDate';
}

/** Starts the export of an order to its last destination, to be reviewed in the dialog. */
export async function reviewAgain(orderId: string, copyId: string): Promise<void> {
  const copy = copyOf(copyId);
  if (copy === undefined) return;
  const { presetId } = copy;
  const chosen = chosenParts(presetId, copy.files);
  const parts = chosen && [...chosen];
  const where = { container: 'folder', into: copyId, deliveryId: null } as const;
  const started = await bridge().calls['export:start']({ orderIds: [orderId], presetId, parts, ...where });
  if (started.ok) openDialog({ kind: 'export', orderIds: [] });
  else showFailure(translateNow()('exporting.done.failed'), started.error);
}

function showOne(result: ExportedAgain): void | Promise<void> {
  const { orderId } = result;
  switch (result.kind) {
    case 'needsReview':
      return reviewAgain(orderId, result.copyId);
    case 'noDestination':
      return openDialog({ kind: 'export', orderIds: [orderId] });
    case 'failed':
      closeDialog();
      return showFailure(translateNow()('exporting.done.failed'), result.error);
    default:
      closeDialog();
      showAll([result]);
  }
}

function showAll(results: readonly ExportedAgain[]): void {
  const written = results.flatMap((result) => (result.kind === 'written' ? [result] : []));
  const since = results.flatMap((result) => (result.kind === 'upToDate' ? [result.writtenAt] : []));
  showWritten(written, since);
  showRuns(written.flatMap(({ copyId, run }) => (run === null ? [] : [{ id: copyId, run }])));
}

/** What an export wrote for one order. */
export interface WrittenFiles {
  readonly copyId: string | null;
  /** How many files. */
  readonly files: number;
  readonly canUndo: boolean;
  readonly proof: ExportProof | null;
}

/**
 * Says what an export replaced, and offers to undo it.
 * @param since when the files of the other orders were written, which are up to date (Unix ms)
 */
export function showWritten(written: readonly WrittenFiles[], since: readonly number[]): void {
  const t = translateNow();
  const [first] = written;
  if (first === undefined) {
    showUpToDate(since);
    return;
  }
  const count = written.reduce((sum, { files }) => sum + files, 0);
  const undoable = written.flatMap(({ copyId, canUndo }) => (canUndo && copyId !== null ? [copyId] : []));
  const areProven = written.every(({ proof }) => proof?.kind === 'proven');
  const text =
    written.length > 1
      ? areProven && t('exporting.replaced.verified')
      : first.proof && proofText(first.proof, t);
  const isFine = written.every(({ proof }) => proof?.kind !== 'notProven');
  showToast({
    tone: isFine ? 'success' : 'warning',
    title: t(undoable.length > 0 ? 'exporting.replaced.title' : 'exporting.replaced.written', { count }),
    ...(text ? { text } : {}),
    ...(undoable.length > 0
      ? { action: { label: t('orders.action.undo'), run: () => void restoreCopies(undoable) } }
      : {}),
  });
}

/** The selection ends with the export of its orders. */
export function endSelection(orderIds: readonly string[]): void {
  const { ids } = useViewStore.getState().selection;
  if (orderIds.some((id) => ids.has(id))) select(emptySelection);
}

function copyOf(copyId: string): CopyBundleView | undefined {
  return currentApp()?.copies.find(({ id }) => id === copyId);
}
