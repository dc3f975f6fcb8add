import { bridge } from '#renderer/bridge.ts';
import { showToast } from '#renderer/stores/toastStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { Result } from '#shared/result.ts';
import { copyWordsNow, showFailure } from './copyToasts.ts';

/** Has a command run after each rewrite of a copy, once the person agreed to it in a native box; errors are for the form. */
export async function setCommand(
  copy: Pick<CopyBundleView, 'id'>,
  command: readonly string[],
): Promise<Result<null>> {
  const { id } = copy;
  const result = await bridge().calls['copies:setCommand']({ id, command: [...command] });
  if (!result.ok) return result;
  const t = copyWordsNow();
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
  const t = copyWordsNow();
  const result = await bridge().calls['copies:setCommand']({ id, command: null });
  if (!result.ok) showFailure('removeCommand', result.error, t);
  else showToast({ tone: 'neutral', title: t('copies.command.removed') });
}

/** Runs the command of a copy now; its row shows what becomes of it. */
export async function runCommand({ id }: Pick<CopyBundleView, 'id'>): Promise<void> {
  const result = await bridge().calls['copies:runCommand'](id);
  if (!result.ok) showFailure('runCommand', result.error, copyWordsNow());
}
