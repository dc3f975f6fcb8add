import { bridge } from '#renderer/bridge.ts';
import { currentApp } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView, CopyRefresh } from '#shared/domain/copy.ts';
import { exportParts } from '#shared/domain/export.ts';
import type { Translate } from '#shared/i18n/types.ts';
import type { Result } from '#shared/result.ts';
import { proofText } from '../export/proofText.ts';
import { afterWriting, showBadRuns, showFailure, showRefusal, translateNow } from './copyToasts.ts';

type Refreshed = Extract<CopyRefresh, { readonly kind: 'refreshed' }>;

/**
 * Writes one copy anew. Where a person has to be asked, the dialog for that opens instead.
 * @param reviewed fingerprint of a certificate whose findings the person has seen
 */
export async function refreshCopy(
  copy: CopyBundleView,
  overwriteChanged = false,
  reviewed: string | null = null,
): Promise<void> {
  if (copy.needsPassphrase) exportAnew(copy);
  else if (copy.state === 'changed' && !overwriteChanged) askToOverwrite(copy);
  else await refreshOne(copy, overwriteChanged, reviewed);
}

async function refreshOne(
  copy: CopyBundleView,
  overwriteChanged: boolean,
  reviewed: string | null,
): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['copies:refresh']({
    ids: [copy.id],
    overwriteChanged,
    reviewed,
  });
  if (!result.ok) return showFailure('refresh', result.error, t);
  const [refresh] = result.value;
  if (refresh === undefined) return;
  switch (refresh.kind) {
    case 'refreshed':
      showRefreshed(1, afterWriting(refresh.run, t('copies.done.reload'), t), t);
      if (refresh.proof.kind === 'notProven') showUnproven(1, proofText(refresh.proof, t), t);
      if (refresh.run !== null) showBadRuns([{ copy, run: refresh.run }], t);
      break;
    case 'needsPassphrase':
      exportAnew(copy);
      break;
    case 'needsReview': {
      const { fingerprint256, findings } = refresh;
      openDialog({ kind: 'reviewCopy', copyId: copy.id, fingerprint256, findings, overwriteChanged });
      break;
    }
    case 'failed':
      showFailure('refresh', refresh.error, t);
      break;
    case 'refused':
      // It was changed since it was last looked at.
      if (refresh.reason === 'changed') askToOverwrite(copy);
      else showRefusal('refresh', refresh.reason, t);
  }
}

/** Writes several copies anew, and says how many could not be. */
export async function refreshCopies(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const t = translateNow();
  const result = await bridge().calls['copies:refresh']({
    ids: [...ids],
    overwriteChanged: false,
    reviewed: null,
  });
  if (!result.ok) return showFailure('refresh', result.error, t);
  const refreshed = result.value.flatMap((each) => (each.kind === 'refreshed' ? [each] : []));
  const done = refreshed.length;
  const unproven = refreshed.filter(({ proof }) => proof.kind === 'notProven').length;
  const left = result.value.length - done;
  // That a command was not run says the message on what is not proven.
  const runs = runsOf(refreshed).filter(({ run }) => run.kind !== 'skipped');
  if (done > 0) showRefreshed(done, t('copies.done.reload'), t);
  if (unproven > 0) showUnproven(unproven, t('copies.done.unprovenText'), t);
  if (left > 0)
    showToast({
      tone: 'warning',
      title: t('copies.done.left', { count: left }),
      text: t('copies.done.leftText'),
    });
  showBadRuns(runs, t);
}

/** Takes from the files of a copy the permissions that they were not written with. */
export async function tightenCopy({ id }: CopyBundleView): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['copies:tighten']([id]);
  if (result.ok) showToast({ tone: 'success', title: t('copies.done.tightened') });
  else showFailure('tighten', result.error, t);
}

/** Forgets a copy; its files stay, those that were kept for putting back go. */
export async function forgetCopy({ id, former }: CopyBundleView): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['copies:forget']([id]);
  if (result.ok)
    showToast({
      tone: 'neutral',
      title: t('copies.done.forgotten'),
      text: t(former === null ? 'copies.done.forgottenText' : 'copies.done.forgottenFormer'),
    });
  else showFailure('forget', result.error, t);
}

/** Has a copy rewritten when its order is renewed, or no longer. Gives whether that was taken. */
export async function setKeepFresh({ id }: CopyBundleView, keepFresh: boolean): Promise<boolean> {
  const result = await bridge().calls['copies:setKeepFresh']({ id, keepFresh });
  if (!result.ok) showFailure('keepFresh', result.error, translateNow());
  return result.ok;
}

/** Shows a copy in the file manager. */
export function revealCopy({ id }: CopyBundleView): void {
  void bridge().calls['copies:reveal'](id);
}

/** Has a copy looked at now. */
export function lookAtCopy({ id }: CopyBundleView): void {
  void bridge().calls['copies:look']([id]);
}

function exportAnew({ orderId, presetId }: CopyBundleView): void {
  const wishes = { presetId, parts: new Set(exportParts), container: 'folder' } as const;
  openDialog({ kind: 'export', orderIds: [orderId], wishes });
}

function askToOverwrite({ id }: CopyBundleView): void {
  openDialog({ kind: 'overwriteCopy', copyId: id, by: 'refresh' });
}

/** What became of the commands, each with its copy where that is still known. */
function runsOf(refreshed: readonly Refreshed[]) {
  const copies = currentApp()?.copies ?? [];
  return refreshed.flatMap(({ id, run }) => {
    const copy = copies.find((known) => known.id === id);
    return copy === undefined || run === null ? [] : [{ copy, run }];
  });
}

function showRefreshed(count: number, text: string, t: Translate): void {
  showToast({ tone: 'success', title: t('copies.done.refreshed', { count }), text });
}

function showUnproven(count: number, text: string, t: Translate): void {
  showToast({ tone: 'warning', title: t('copies.done.unproven', { count }), text });
}

/** Puts the files back that a copy replaced. Where another hand changed what is there, the question opens first. */
export async function restoreCopy(copy: CopyBundleView, overwriteChanged = false): Promise<void> {
  const { id } = copy;
  const t = translateNow();
  const result = await bridge().calls['copies:putBack']({ id, overwriteChanged });
  if (!result.ok) return showFailure('putBack', result.error, t);
  const answer = result.value;
  if (answer.kind === 'refused') {
    if (answer.reason === 'changed') openDialog({ kind: 'overwriteCopy', copyId: id, by: 'putBack' });
    else showRefusal('putBack', answer.reason, t);
    return;
  }
  const { run } = answer;
  const next = afterWriting(run, t('copies.putBack.reload'), t);
  const text = copy.keepFresh
    ? t('common.sentences', { first: t('copies.putBack.noLongerFresh'), second: next })
    : next;
  showToast({ tone: 'success', title: t('copies.putBack.done'), text });
  if (run !== null) showBadRuns([{ copy, run }], t);
}

/** Has a command run after each rewrite of a copy, once the person agreed to it in a native box; errors are for the form. */
export async function setCommand(
  copy: Pick<CopyBundleView, 'id'>,
  command: readonly string[],
): Promise<Result<null>> {
  const { id } = copy;
  const result = await bridge().calls['copies:setCommand']({ id, command: [...command] });
  if (!result.ok) return result;
  const t = translateNow();
  showToast({
    tone: 'success',
    title: t('copies.command.set'),
    text: t('copies.command.setText'),
    action: { label: t('copies.command.runNow'), run: () => void runCommand(copy) },
  });
  return result;
}

/** Takes the command from a copy. */
export async function removeCommand({ id }: Pick<CopyBundleView, 'id'>): Promise<void> {
  const t = translateNow();
  const result = await bridge().calls['copies:setCommand']({ id, command: null });
  if (!result.ok) showFailure('removeCommand', result.error, t);
  else showToast({ tone: 'neutral', title: t('copies.command.removed') });
}

/** Runs the command of a copy now; its row shows what becomes of it. */
export async function runCommand({ id }: Pick<CopyBundleView, 'id'>): Promise<void> {
  const result = await bridge().calls['copies:runCommand'](id);
  if (!result.ok) showFailure('runCommand', result.error, translateNow());
}

/** Brings the row of a copy into sight and gives it the focus, where it is on the page. */
export function showCopy(id: string): void {
  const row = document.querySelector<HTMLElement>(`[data-copy-id="${CSS.escape(id)}"]`);
  row?.scrollIntoView({ block: 'nearest' });
  row?.focus({ preventScroll: true });
}
