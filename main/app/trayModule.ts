import { createClosingNotice } from '#main/alerting/overview/closingNotice.ts';
import { type TrayActions, trayView, windowTitle } from '#main/alerting/overview/trayView.ts';
import { errorName } from '#main/platform/errors.ts';
import { createLinkPresetsRecord, createNoticeRepository } from '#main/storage/settingsRepository.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import type { Result } from '#shared/result.ts';
import type { AlertModule } from './alertModule.ts';
import { type Base, loadLanguage } from './base.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderHelpModule } from './orderHelpModule.ts';
import type { OrderModule } from './orderModule.ts';

export type TrayModule = ReturnType<typeof createTrayModule>;

export function createTrayModule(
  { desktop, lifetime, navigator, language, database, settings, clock, logger }: Base,
  { poller }: OrderModule,
  { inbox }: InboxModule,
  { board, alertPause, plainNotifications }: AlertModule,
  { orderHelper, help, tellOfHelp }: OrderHelpModule,
) {
  const notify = (title: string, body: string) =>
    plainNotifications.show({ title, body, show: () => navigator.showOrder(null) });
  const tellOfFailure = (result: Result<null>) => {
    if (result.ok) return;
    const { title, why } = describeError(result.error, language.t, { platform: desktop.platform });
    notify(title, why);
  };
  const actions: TrayActions = {
    open: () => navigator.showOrder(null),
    find: () => desktop.quick.show(),
    openOrder: navigator.showOrder,
    help: (id, action) => void help(id, action).then((words) => tellOfHelp(id, words)),
    openInbox: () => navigator.showInbox(null),
    openSettings: navigator.showSettings,
    syncNow: () => void poller.poll(null),
    pauseAlerts: (span) => tellOfFailure(alertPause.pause(span)),
    resumeAlerts: () => tellOfFailure(alertPause.resume()),
    quit: () => desktop.quit(),
  };
  const askWithoutTray = async () => {
    const { t } = language;
    const buttons = [t('tray.noHost.keepRunning'), t('tray.quit')];
    const question = { title: t('tray.noHost.title'), detail: t('tray.noHost.detail'), buttons, closing: 0 };
    if ((await desktop.ask(question)) === 1) desktop.quit();
  };
  const windowClosed = createClosingNotice({
    isTrayShown: () => desktop.tray.isShown(),
    isWindowOpen: () => desktop.window.isOpen(),
    memory: createNoticeRepository(database, logger),
    tell: async (notice) => {
      try {
        // The window can be closed before its later texts were loaded.
        await loadLanguage(language, logger);
        if (notice === 'noTray') await askWithoutTray();
        else notify(language.t('tray.stays.title'), language.t(`tray.stays.${iconPlace(desktop.platform)}`));
      } catch (error) {
        logger.warn('The notice that the app goes on was not shown', {
          error: errorName(error),
          field: notice,
        });
      }
    },
  });
  const linkPresets = createLinkPresetsRecord(database, logger);
  /** Says once after an update which presets no longer write links. Throws when the database does. */
  const tellOfLinks = () => {
    const names = linkPresets.load() ?? [];
    if (names.length === 0) return;
    linkPresets.save([]);
    const presets = names.join(language.t('common.listSeparator'));
    notify(language.t('tray.noLinks.title'), language.t('tray.noLinks.text', { presets }));
  };
  const update = () => {
    const summary = board.summary();
    const orders = [...summary.needy.map(({ order }) => order), ...summary.soonest];
    const state = {
      summary,
      pause: alertPause.current(),
      waiting: inbox.waiting().length,
      offers: orderHelper.offersFor(orders),
      showsCount: settings.get().menuBarCount,
    };
    desktop.tray.update(trayView(state, clock.now(), language, actions));
    desktop.window.setTitle(windowTitle(summary, language.t));
    desktop.setBadge(summary.attention);
  };
  lifetime.stop(settings.onDidChange(['menuBarCount'], update));
  return { windowClosed, tellOfLinks, update };
}

/** Where the system shows the icon. */
function iconPlace(platform: NodeJS.Platform): 'tray' | 'menuBar' {
  return platform === 'darwin' ? 'menuBar' : 'tray';
}
