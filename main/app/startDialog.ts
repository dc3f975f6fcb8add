import type { Translate } from '#shared/i18n/types.ts';
import type { Desktop } from './desktopPort.ts';

/** Tells the person that the app cannot start for a reason of its own; there is nothing left but to quit. */
export async function tellOfFailedStart(
  desktop: Pick<Desktop, 'ask' | 'logFile'>,
  t: Translate,
): Promise<void> {
  await desktop.ask({
    title: t('dialogs.startFailed.title'),
    detail: t('dialogs.startFailed.detail', { file: desktop.logFile }),
    buttons: [t('dialogs.quit')],
  });
}

/** Tells the person that nothing can be kept in the folder of the app's data. `code` is the system's. */
export async function tellOfUnusableFolder(
  desktop: Pick<Desktop, 'userData' | 'ask'>,
  t: Translate,
  code: string,
): Promise<void> {
  await desktop.ask({
    title: t('dialogs.databaseUnusable.title'),
    detail: t('dialogs.databaseUnusable.detail', { folder: desktop.userData, reason: code }),
    buttons: [t('dialogs.quit')],
  });
}
