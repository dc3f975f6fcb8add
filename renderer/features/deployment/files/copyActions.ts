import { bridge } from '#renderer/bridge.ts';
import { outputOf, runText } from '#renderer/components/commandText.ts';
import type { ToastContent } from '#renderer/components/Toaster.tsx';
import { currentApp, localeOf } from '#renderer/stores/appStore.ts';
import { showFailure, showToast, told, translateNow } from '#renderer/stores/toastStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { isRunFine, type ProgramRun } from '#shared/domain/programRun.ts';
import type { OrderWrite, WriteResult, Written } from '#shared/domain/writeResult.ts';
import type { AppError } from '#shared/errors.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { writeText } from '#shared/i18n/writeText.ts';
import type { Result } from '#shared/result.ts';
import { goToCommand } from './shownCommand.ts';

/**
 * Updates the exported files of one bundle. Opens a dialog instead if the user has to decide.
 * @param reviewed fingerprint of a certificate whose findings the user has accepted
 */
export async function refreshCopy(
  copy: CopyBundleView,
  overwriteChanged = false,
  reviewed: string | null = null,
): Promise<void> {
  if (copy.needsPassphrase) return openExportOf(copy);
  if (copy.state === 'changed' && !overwriteChanged) return askToOverwrite(copy);
  const t = translateNow();
  const result = await bridge().calls['copies:refresh']({ ids: [copy.id], overwriteChanged, reviewed });
  if (!result.ok) return showCopyFailure('refresh', result.error);
  const [refresh] = result.value;
  if (refresh === undefined) return;
  switch (refresh.kind) {
    case 'written':
      showRefreshed([refresh], afterWriting(refresh.run, t('copies.done.reload'), t), t);
      if (refresh.proof.kind === 'notProven') showUnproven(1, wordsOf(refresh), t);
      if (refresh.run !== null) showBadRuns([{ copy, run: refresh.run }], t);
      break;
    case 'current':
      return showUpToDate([refresh.writtenAt]);
    case 'needsPassphrase':
      return openExportOf(copy);
    case 'needsReview': {
      const { fingerprint256, findings } = refresh;
      return openDialog({ kind: 'reviewCopy', copyId: copy.id, fingerprint256, findings, overwriteChanged });
    }
    case 'failed':
      return showCopyFailure('refresh', refresh.error);
    case 'refused':
      // The files were changed after their last check.
      if (refresh.reason === 'changed') askToOverwrite(copy);
      else showRefusal('refresh', refresh);
  }
}

/** Updates several bundles, and reports how many were not updated. */
export async function refreshCopies(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const t = translateNow();
  const args = { ids: [...ids], overwriteChanged: false, reviewed: null };
  const result = await bridge().calls['copies:refresh'](args);
  if (!result.ok) return showCopyFailure('refresh', result.error);
  const refreshed = result.value.flatMap((each) => (each.kind === 'written' ? [each] : []));
  const done = refreshed.length;
  const unproven = refreshed.filter(({ proof }) => proof.kind === 'notProven').length;
  const since = result.value.flatMap((each) => (each.kind === 'current' ? [each.writtenAt] : []));
  const left = result.value.length - done - since.length;
  // A skipped command is covered by the message about failed verification.
  const runs = runsOf(refreshed).filter(({ run }) => run.kind !== 'skipped');
  if (done === 0 && left === 0) showUpToDate(since);
  const isReloaded = refreshed.every(({ run }) => run !== null && isRunFine(run));
  if (done > 0) showRefreshed(refreshed, isReloaded ? null : t('copies.done.reload'), t);
  if (unproven > 0) showUnproven(unproven, t('copies.done.unprovenText'), t);
  if (left > 0)
    showToast({
      tone: 'warning',
      title: t('copies.done.left', { count: left }),
      text: t('copies.done.leftText'),
    });
  showBadRuns(runs, t);
}

/** Removes the permissions that the files of copies were not written with. */
export async function tightenCopies(copies: readonly CopyBundleView[]): Promise<void> {
  await told(bridge().calls['copies:tighten'](idsOf(copies)), 'copies.failed.tighten', (_, t) => {
    showToast({ tone: 'success', title: t('copies.done.tightened') });
  });
}

/** Stops tracking a copy. Its files stay; the previous files kept for a restore are deleted. */
export async function forgetCopy({ id, previous }: CopyBundleView): Promise<void> {
  await told(bridge().calls['copies:forget']([id]), 'copies.failed.forget', (_, t) => {
    const text = t(previous === null ? 'copies.done.forgottenText' : 'copies.done.forgottenPrevious');
    showToast({ tone: 'neutral', title: t('copies.done.forgotten'), text });
  });
}

/** Some copies, of which only the ids matter. */
type CopyIds = readonly Pick<CopyBundleView, 'id'>[];

const idsOf = (copies: CopyIds) => copies.map(({ id }) => id);

/** Turns automatic updates of copies on or off. Returns whether that was stored. */
export async function setAutoRefresh(copies: CopyIds, autoRefresh: boolean): Promise<boolean> {
  const call = bridge().calls['copies:setAutoRefresh']({ ids: idsOf(copies), autoRefresh });
  return (await told(call, 'copies.failed.keepUpToDate')).ok;
}

export function revealCopy({ id }: CopyBundleView): void {
  void bridge().calls['copies:reveal'](id);
}

export function checkCopies(copies: readonly CopyBundleView[]): void {
  void bridge().calls['copies:verify'](idsOf(copies));
}

/** Opens the export with the preset and folder of a copy, to write its files again. */
export function openExportOf({ id, orderId, presetId }: CopyBundleView): void {
  openDialog({ kind: 'export', orderIds: [orderId], options: { presetId, into: id } });
}

function askToOverwrite({ id }: CopyBundleView): void {
  openDialog({ kind: 'overwriteCopy', copyId: id, by: 'refresh' });
}

type WrittenRun = Pick<OrderWrite, 'copyId'> & Pick<Written, 'run'>;

/** The command runs, each with its copy; without those of copies that are no longer tracked. */
function runsOf(written: readonly WrittenRun[]) {
  const copies = currentApp()?.copies ?? [];
  return written.flatMap(({ copyId, run }) => {
    const copy = copies.find(({ id }) => id === copyId);
    return copy === undefined || run === null ? [] : [{ copy, run }];
  });
}

/** Says that files are up to date already. @param since when the files of each copy were written, Unix ms */
export function showUpToDate(since: readonly number[]): void {
  if (since.length === 0) return;
  showToast({
    tone: 'neutral',
    title: translateNow()('copies.done.upToDate'),
    text: wordsOf({ kind: 'current', writtenAt: Math.max(...since) }),
  });
}

function showRefreshed(
  refreshed: readonly (Pick<OrderWrite, 'copyId'> & Pick<Written, 'canUndo'>)[],
  text: string | null,
  t: Translate,
): void {
  const title = t('copies.done.refreshed', { count: refreshed.length });
  showToast({ tone: 'success', title, ...(text === null ? {} : { text }), ...undoOf(refreshed, t) });
}

/** The button of a message that restores the files that were replaced, if there are any. */
export function undoOf(
  written: readonly { readonly copyId: string | null; readonly canUndo: boolean }[],
  t: Translate,
): Partial<Pick<ToastContent, 'action'>> {
  const ids = written.flatMap(({ copyId, canUndo }) => (canUndo && copyId !== null ? [copyId] : []));
  if (ids.length === 0) return {};
  return { action: { label: t('orders.action.undo'), run: () => void restoreCopies(ids) } };
}

function showUnproven(count: number, text: string, t: Translate): void {
  showToast({ tone: 'warning', title: t('copies.done.unproven', { count }), text });
}

/** Restores the previous files of a copy. If the current files were changed by someone else, asks first. */
export async function restoreCopy(copy: CopyBundleView, overwriteChanged = false): Promise<void> {
  const { id } = copy;
  const t = translateNow();
  const result = await bridge().calls['copies:restore']({ id, overwriteChanged });
  if (!result.ok) return showCopyFailure('restore', result.error);
  const answer = result.value;
  if (answer.kind === 'refused') {
    if (answer.reason === 'changed') openDialog({ kind: 'overwriteCopy', copyId: id, by: 'restore' });
    else showRefusal('restore', answer);
    return;
  }
  const { run } = answer;
  const next = afterWriting(run, t('copies.restore.reload'), t);
  const text = copy.autoRefresh
    ? t('common.sentences', { first: t('copies.restore.noLongerKept'), second: next })
    : next;
  showToast({ tone: 'success', title: t('copies.restore.done'), text });
  if (run !== null) showBadRuns([{ copy, run }], t);
}

/** Restores the previous files of copies, as `restoreCopy` does, and reports how many were not restored. */
async function restoreCopies(ids: readonly string[]): Promise<void> {
  const copies = (currentApp()?.copies ?? []).filter(({ id }) => ids.includes(id));
  const [only] = copies;
  if (copies.length === 1 && only !== undefined) return restoreCopy(only);
  const t = translateNow();
  const runs: WrittenRun[] = [];
  let left = 0;
  for (const { id } of copies) {
    const result = await bridge().calls['copies:restore']({ id, overwriteChanged: false });
    if (!result.ok || result.value.kind === 'refused') left += 1;
    else runs.push({ copyId: id, run: result.value.run });
  }
  if (left < copies.length) showToast({ tone: 'success', title: t('copies.restore.done') });
  if (left > 0) showToast({ tone: 'warning', title: t('copies.done.notRestored', { count: left }) });
  showRuns(runs);
}

/** Sets the command to run after each update of copies. Main asks the user to confirm it. The form shows an error. */
export async function setCommand(copies: CopyIds, command: readonly string[]): Promise<Result<null>> {
  const result = await bridge().calls['copies:setCommand']({ ids: idsOf(copies), command: [...command] });
  if (!result.ok) return result;
  const t = translateNow();
  showToast({
    tone: 'success',
    title: t('copies.command.set'),
    text: t('copies.command.setText', { count: copies.length }),
    action: { label: t('copies.command.runNow'), run: () => void Promise.all(copies.map(runCommand)) },
  });
  return result;
}

export async function removeCommand(copies: CopyIds): Promise<void> {
  const call = bridge().calls['copies:setCommand']({ ids: idsOf(copies), command: null });
  await told(call, 'copies.failed.removeCommand', (_, t) => {
    showToast({ tone: 'neutral', title: t('copies.command.removed') });
  });
}

/** Runs the command of a copy now. Its row shows the result. */
export async function runCommand({ id }: Pick<CopyBundleView, 'id'>): Promise<void> {
  await told(bridge().calls['copies:runCommand'](id), 'copies.failed.runCommand');
}

type CopyAction = 'refresh' | 'restore';

function showCopyFailure(action: CopyAction, error: AppError): void {
  showFailure(translateNow()(`copies.failed.${action}`), error);
}

/** Shows why an action was refused because of the files or their folder. */
function showRefusal(what: CopyAction, result: WriteResult<'refused'>): void {
  showToast({ tone: 'danger', title: translateNow()(`copies.failed.${what}`), text: wordsOf(result) });
}

function wordsOf(result: WriteResult): string {
  const app = currentApp();
  return app === null ? '' : writeText(result, translateNow(), localeOf(app));
}

/** Says that the command ran, or `left`: what the user still has to do. */
function afterWriting(run: ProgramRun | null, left: string, t: Translate): string {
  return run?.kind === 'ended' && isRunFine(run)
    ? t('copies.command.ran', { outcome: runText(run, t) })
    : left;
}

/** Reports the commands of copies that failed, by the copies' ids. */
export function showRuns(runs: readonly WrittenRun[]): void {
  showBadRuns(runsOf(runs), translateNow());
}

/** Reports the commands that failed, with an action that shows the output of the first. */
function showBadRuns(
  runs: readonly { readonly copy: CopyBundleView; readonly run: ProgramRun }[],
  t: Translate,
): void {
  const bad = runs.filter(({ run }) => !isRunFine(run));
  const [first] = bad;
  if (first === undefined) return;
  const { copy, run } = first;
  const count = bad.length;
  showToast({
    tone: 'warning',
    title: run.kind === 'skipped' ? t('copies.command.notRun') : t('copies.command.failed', { count }),
    text: count === 1 ? runText(run, t) : t('copies.command.firstOf', { folder: copy.folder }),
    action: {
      label: t(outputOf(run) === '' ? 'copies.command.show' : 'copies.command.showOutput'),
      run: () => goToCommand(copy),
    },
  });
}
