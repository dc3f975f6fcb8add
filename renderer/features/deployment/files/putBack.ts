import { bridge } from '#renderer/bridge.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { afterWriting, copyWordsNow, showBadRuns, showFailure, showRefusal } from './copyToasts.ts';

/** Puts the files back that a copy replaced. Where another hand changed what is there, the question opens first. */
export async function putBackCopy(copy: CopyBundleView, overwriteChanged = false): Promise<void> {
  const { id } = copy;
  const t = copyWordsNow();
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
