import { createNoTrayNotice } from '#main/alerting/status/noTrayNotice.ts';
import { type TrayActions, trayView } from '#main/alerting/status/trayView.ts';
import { errorName } from '#main/platform/errors.ts';
import { createNoticeRepository } from '#main/storage/settingsRepository.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Result } from '#shared/result.ts';
import type { AlertModule } from './alertModule.ts';
import { type Base, loadLanguage } from './base.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

export type TrayModule = ReturnType<typeof createTrayModule>;

export function createTrayModule(
  { desktop, navigator, language, database, clock, logger }: Base,
  { poller }: OrderModule,
  { inbox }: InboxModule,
  { board, alertPause }: AlertModule,
) {
  const tellOfFailure = (result: Result<null>) => {
    if (result.ok) return;
    const { title, why } = describeError(result.error, language.t, { platform: desktop.platform });
    desktop.notifications.show({ title, body: why, urgent: false, onClick: () => navigator.showOrder(null) });
  };
  const actions: TrayActions = {
    open: () => navigator.showOrder(null),
    openOrder: navigator.showOrder,
    openInbox: () => navigator.showInbox(null),
    openSettings: navigator.showSettings,
    syncNow: () => void poller.poll(null),
    pauseAlerts: (span) => tellOfFailure(alertPause.pause(span)),
    resumeAlerts: () => tellOfFailure(alertPause.resume()),
    quit: () => desktop.quit(),
  };
  const windowClosed = createNoTrayNotice({
    isTrayShown: () => desktop.tray.isShown(),
    isWindowOpen: () => desktop.window.isOpen(),
    memory: createNoticeRepository(database, logger),
    tell: async () => {
      try {
        // The window can be closed before its later texts were loaded.
        await loadLanguage(language, logger);
        const { t } = language;
        const buttons = [t('tray.noHost.keepRunning'), t('tray.quit')];
        const answer = await desktop.ask({
          title: t('tray.noHost.title'),
          detail: t('tray.noHost.detail'),
          buttons,
          closing: 0,
        });
        if (answer === 1) desktop.quit();
      } catch (error) {
        logger.warn('The notice that there is no tray was not shown', { error: errorName(error) });
      }
    },
  });
  const update = () =>
    desktop.tray.update(
      trayView(
        { summary: board.summary(), pause: alertPause.current(), waiting: inbox.waiting().length },
        clock.now(),
        language,
        actions,
      ),
    );
  return { windowClosed, update };
}
