import { bridge } from '#renderer/bridge.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { emptySelection } from '#renderer/stores/selection.ts';
import { showFailure, showToast, told, translateNow } from '#renderer/stores/toastStore.ts';
import { closeDialog, openDialog, select, useViewStore } from '#renderer/stores/viewStore.ts';
import { chosenParts, type ExportItemView } from '#shared/domain/export.ts';
import { isInPlace, type OrderWrite } from '#shared/domain/writeResult.ts';
import { proofText } from '#shared/i18n/exportText.ts';
import { showRuns, showUpToDate, undoOf } from '../files/copyActions.ts';

/**
 * Exports orders again, each to its last destination, and says how it ended. Opens the export dialog where the user has to
 * decide, and for several orders where some are left.
 */
export async function exportAgain(orderIds: readonly string[]): Promise<void> {
  const answer = await told(bridge().calls['export:again']([...orderIds]), 'exporting.done.failed');
  if (!answer.ok) return;
  const results = answer.value;
  endSelection(orderIds);
  const [only] = results;
  if (results.length === 1 && only !== undefined) return showOne(only);
  if (results.some(isLeft)) return openDialog({ kind: 'export', orderIds, results });
  closeDialog();
  showAll(results);
}

/** Whether an order is not exported, or its files failed verification. */
export function isLeft(result: OrderWrite): boolean {
  return result.kind === 'written' ? result.proof.kind === 'notProven' : !isInPlace(result);
}

/** Whether the user has to decide something before the files can be written. */
export function isAsked({ kind }: OrderWrite): boolean {
  return kind === 'needsReview' || kind === 'needsPassphrase' || kind === 'refused';
}

/** Starts the export of an order to its last destination, to be reviewed in the dialog. */
export async function reviewAgain({ orderId, copyId }: OrderWrite): Promise<void> {
  const copy = currentApp()?.copies.find(({ id }) => id === copyId);
  if (copy === undefined) return;
  const { id: into, presetId } = copy;
  const chosen = chosenParts(presetId, copy.files);
  const parts = chosen && [...chosen];
  const where = { container: 'folder', into, deliveryId: null } as const;
  const call = bridge().calls['export:start']({ orderIds: [orderId], presetId, parts, ...where });
  await told(call, 'exporting.done.failed', () => openDialog({ kind: 'export', orderIds: [] }));
}

function showOne(result: OrderWrite): void | Promise<void> {
  if (isAsked(result)) return reviewAgain(result);
  if (result.kind === 'noDestination') return openDialog({ kind: 'export', orderIds: [result.orderId] });
  closeDialog();
  if (result.kind === 'failed') return showFailure(translateNow()('exporting.done.failed'), result.error);
  showAll([result]);
}

function showAll(results: readonly OrderWrite[]): void {
  const written = results.flatMap((result) => (result.kind === 'written' ? [result] : []));
  const since = results.flatMap((result) => (result.kind === 'current' ? [result.writtenAt] : []));
  showWritten(written, since);
  showRuns(written);
}

/**
 * Says what an export replaced, and offers to undo it.
 * @param since when the files of the other orders were written, which are up to date (Unix ms)
 */
export function showWritten(
  written: readonly Pick<ExportItemView, 'copyId' | 'files' | 'canUndo' | 'proof'>[],
  since: readonly number[],
): void {
  const t = translateNow();
  const [first] = written;
  if (first === undefined) {
    showUpToDate(since);
    return;
  }
  const count = written.flatMap(({ files }) => files).length;
  const undo = undoOf(written, t);
  const areProven = written.every(({ proof }) => proof?.kind === 'proven');
  const text =
    written.length > 1
      ? areProven && t('exporting.replaced.verified')
      : first.proof && proofText(first.proof, t);
  const isFine = written.every(({ proof }) => proof?.kind !== 'notProven');
  showToast({
    tone: isFine ? 'success' : 'warning',
    title: t('action' in undo ? 'exporting.replaced.title' : 'exporting.replaced.written', { count }),
    ...(text ? { text } : {}),
    ...undo,
  });
}

/** The selection ends with the export of its orders. */
export function endSelection(orderIds: readonly string[]): void {
  const { ids } = useViewStore.getState().selection;
  if (orderIds.some((id) => ids.has(id))) select(emptySelection);
}
