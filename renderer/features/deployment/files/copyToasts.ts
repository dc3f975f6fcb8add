import { translator } from '#renderer/i18n.ts';
import { currentApp, localeOf } from '#renderer/stores/appStore.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import { type CommandRun, type CopyBundleView, isCommandFine } from '#shared/domain/copy.ts';
import type { AppError } from '#shared/errors.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Translate } from '#shared/i18n/types.ts';
import { outputOf, runText } from './commandText.ts';
import { goToCommand } from './shownCommand.ts';

/** What can fail with a copy as a whole. */
type CopyAction = 'refresh' | 'tighten' | 'forget' | 'keepFresh' | 'putBack' | 'runCommand' | 'removeCommand';

/** The words to speak now, for what is done with copies. */
export function translateNow(): Translate {
  const app = currentApp();
  if (app === null) throw new Error('a copy is acted on before any is known');
  return translator(localeOf(app));
}

/** Says that something was not done, and why. */
export function showFailure(what: CopyAction, error: AppError, t: Translate): void {
  const { title, next } = describeError(error, t);
  showToast({ tone: 'danger', title: t(`copies.failed.${what}`), text: `${title}. ${next}` });
}

/** Says that something was refused because of the files or their folder. */
export function showRefusal(
  what: CopyAction,
  reason: 'olderLeaf' | 'chainIncomplete' | 'targetAsks',
  t: Translate,
): void {
  showToast({ tone: 'danger', title: t(`copies.failed.${what}`), text: t(`copies.refused.${reason}`) });
}

/** What follows from files that were written: that the command ran, else what is left to do. */
export function afterWriting(run: CommandRun | null, left: string, t: Translate): string {
  return run?.kind === 'ended' && isCommandFine(run)
    ? t('copies.command.ran', { outcome: runText(run, t) })
    : left;
}

/** Says of commands that did not do what they should what became of them, with the way to the first one's output. */
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
