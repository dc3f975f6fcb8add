import { showFailure, translateNow } from '#renderer/stores/actionToasts.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { type CommandRun, type CopyBundleView, isCommandFine } from '#shared/domain/copy.ts';
import type { AppError } from '#shared/errors.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { outputOf, runText } from './commandText.ts';
import { goToCommand } from './shownCommand.ts';

/** The actions on copies that can fail. */
type CopyAction = 'refresh' | 'tighten' | 'forget' | 'keepFresh' | 'putBack' | 'runCommand' | 'removeCommand';

/** Shows why an action failed. */
export function showCopyFailure(action: CopyAction, error: AppError): void {
  showFailure(translateNow()(`copies.failed.${action}`), error);
}

/** Shows why an action was refused because of the files or their folder. */
export function showRefusal(
  what: CopyAction,
  reason: 'olderLeaf' | 'chainIncomplete' | 'targetAsks',
  t: Translate,
): void {
  showToast({ tone: 'danger', title: t(`copies.failed.${what}`), text: t(`copies.refused.${reason}`) });
}

/** Says that the command ran, or `left`: what the user still has to do. */
export function afterWriting(run: CommandRun | null, left: string, t: Translate): string {
  return run?.kind === 'ended' && isCommandFine(run)
    ? t('copies.command.ran', { outcome: runText(run, t) })
    : left;
}

/** Reports the commands that failed, with an action that shows the output of the first. */
export function showBadRuns(
  runs: readonly { readonly copy: CopyBundleView; readonly run: CommandRun }[],
  t: Translate,
): void {
  const bad = runs.filter(({ run }) => !isCommandFine(run));
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
