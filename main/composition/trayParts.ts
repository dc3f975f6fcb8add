import { describeError } from '#shared/i18n/describeError.ts';
import type { Result } from '#shared/result.ts';
import { errorName } from '../lib/errorName.ts';
import { NoTrayNotice } from '../status/noTrayNotice.ts';
import { type TrayActions, trayView } from '../status/trayView.ts';
import { createNoticeRepository } from '../storage/noticeRepository.ts';
import type { AlertParts } from './alertParts.ts';
import type { Base } from './base.ts';
import { noReceiver } from './noReceiver.ts';
import type { OrderParts } from './orderParts.ts';

export interface TrayParts {
  readonly noTrayNotice: NoTrayNotice;
  /** Brings icon, tooltip and menu up to date. */
  readonly update: () => void;
}

/**
 * Builds what the tray shows and does.
 * @param open brings the window to the front, at an order unless `null`
 */
export function composeTray(
  { desktop, language, database, clock, logger }: Base,
  { poller }: OrderParts,
  { board, alertPause }: AlertParts,
  open: (orderId: string | null) => void,
): TrayParts {
  const tellOfFailure = (result: Result<null>) => {
    if (result.ok) return;
    const { title, why } = describeError(result.error, language.t, { platform: desktop.platform });
    desktop.notifications.show({ title, body: why, urgent: false, onClick: () => open(null) });
  };
  const actions: TrayActions = {
    open: () => open(null),
    openOrder: open,
    openInbox: () => {
      desktop.window.show();
      desktop.window.send('app:openInbox', null);
    },
    openSettings: () => {
      desktop.window.show();
      desktop.window.send('app:openDialog', 'settings');
    },
    syncNow: () => poller.syncNow(null),
    pauseAlerts: () => tellOfFailure(alertPause.pause()),
    resumeAlerts: () => tellOfFailure(alertPause.resume()),
    quit: () => desktop.quit(),
  };
  const noTrayNotice = new NoTrayNotice({
    isTrayShown: () => desktop.tray.isShown(),
    memory: createNoticeRepository(database, logger),
    tell: () => {
      const { t } = language;
      const buttons = [t('tray.noHost.keepRunning'), t('tray.quit')];
      const question = {
        title: t('tray.noHost.title'),
        detail: t('tray.noHost.detail'),
        buttons,
        closing: 0,
      };
      desktop
        .ask(question)
        .then((answer) => {
          if (answer === 1) desktop.quit();
        })
        .catch((error: unknown) =>
          logger.warn('That there is no tray was not told', { error: errorName(error) }),
        );
    },
  });
  const update = () =>
    desktop.tray.update(
      trayView(
        { summary: board.summary(), alertsPaused: alertPause.isPaused(), waiting: noReceiver.waiting() },
        clock.now(),
        language.t,
        actions,
      ),
    );
  return { noTrayNotice, update };
}
