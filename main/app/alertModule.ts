import type { AlertEvent } from '#main/alerting/alerts/alert.ts';
import { type AlertButtonActions, alertButtons } from '#main/alerting/alerts/alertButtons.ts';
import { AlertPause } from '#main/alerting/alerts/alertPause.ts';
import { AlertService } from '#main/alerting/alerts/alertService.ts';
import type { AlertContext } from '#main/alerting/alerts/namedText.ts';
import { PlainNotifications } from '#main/alerting/alerts/plainNotifications.ts';
import { silencedAlerts, wantedSettings } from '#main/alerting/alerts/silencedAlerts.ts';
import { Snoozes } from '#main/alerting/alerts/snoozes.ts';
import type { EventCircumstances } from '#main/alerting/events/alertEventJson.ts';
import { StatusBoard } from '#main/alerting/overview/statusBoard.ts';
import { Ticker } from '#main/alerting/overview/ticker.ts';
import { nextTextChange } from '#main/alerting/overview/trayView.ts';
import { webhookSecretsIn } from '#main/credentials/secrets/secretsById.ts';
import type { AutoRefresher } from '#main/deployment/copies/autoRefresher.ts';
import { isolated } from '#main/platform/errors.ts';
import {
  createAlertRepository,
  createPauseRepository,
  createSeenCopyRepository,
  createShownAlertRepository,
  createSnoozeRepository,
} from '#main/storage/alertRepositories.ts';
import { criticalSettings, termsOf } from '#shared/domain/conditions/terms.ts';
import type { NotificationsView } from '#shared/domain/notificationState.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { describeError } from '#shared/i18n/describeError.ts';
import { createAlertChannels } from './alertChannels.ts';
import { type Base, once } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { EndpointModule } from './endpointModule.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';
import type { SecretModule } from './secretModule.ts';

export type AlertModule = ReturnType<typeof createAlertModule>;

export function createAlertModule(
  base: Base,
  { secrets }: SecretModule,
  { connections, postEvent }: ConnectionModule,
  { poller }: OrderModule,
  { orderList: orders, annotations, inbox, leads }: InboxModule,
  { endpoints }: EndpointModule,
  /** Created later; needed when alerts are evaluated. */
  later: () => Pick<AlertButtonActions, 'offer' | 'help'> & Pick<AutoRefresher, 'isUpdating'>,
) {
  const {
    desktop,
    lifetime,
    navigator,
    language,
    database,
    settings,
    clock,
    confirmedClock,
    systemTime,
    scheduler,
    logger,
  } = base;
  const pollingKind = (connectionId: string) => poller.pollingState(connectionId).kind;
  const board = new StatusBoard({
    orders: () => orders.list(),
    pollingKind,
    settings: () => settings.get(),
    clockAheadMs: () => confirmedClock.wrongByMs(),
  });
  const stopping = new AbortController();
  lifetime.stop({ dispose: () => stopping.abort() });
  const alertPause = new AlertPause({
    repository: createPauseRepository(database, logger),
    clock,
    confirmedClock,
    logger,
  });
  const snoozes = new Snoozes({
    repository: createSnoozeRepository(database, logger),
    order: (id) => orders.get(id),
    annotation: (id) => annotations.of(id),
    terms: () => termsOf(settings.get()),
    clock,
    confirmedClock,
    logger,
  });
  orders.add(snoozes);
  lifetime.stop(settings.onDidChange(criticalSettings, () => snoozes.termsChanged()));
  const { notifications } = desktop;
  const click = (run: () => void) => ({ label: language.t('notifications.button.show'), run });
  const plainNotifications = new PlainNotifications({ sink: notifications, click });
  const snoozeForADay = ({ id }: OrderRow) => {
    const snoozed = snoozes.snooze([id], 'day');
    if (snoozed.ok) return;
    const { title, why } = describeError(snoozed.error, language.t, { platform: desktop.platform });
    plainNotifications.show({ title, body: why, show: () => navigator.showOrder(id) });
  };
  const alertContext = (): AlertContext => ({
    settings: settings.get(),
    connectionName: (connectionId) => connections.find(connectionId)?.name ?? '',
    ordersOf: (connectionId) => orders.list().filter((order) => sourceId(order) === connectionId).length,
    orders: () => orders.list(),
  });
  const words = lateWords();
  const textOf = (event: AlertEvent, now: number) =>
    words.get().alertText(event, alertContext(), now, language);
  const alertChannels = createAlertChannels(base, webhookSecretsIn(secrets), postEvent);
  const eventJson = (event: AlertEvent, about: Pick<EventCircumstances, 'now' | 'isTest' | 'urgent'>) =>
    words.get().alertEventJson(event, { ...about, ...alertContext(), text: textOf(event, about.now) });
  const ticker = new Ticker(
    clock,
    scheduler,
    (now) => board.evaluate(now),
    (now) => {
      isolated('alerts.evaluate', () => alerts.evaluate());
      isolated('notifications.showWaiting', () => plainNotifications.showWaiting());
      return Math.min(
        nextTextChange(board.summary(), now),
        snoozes.nextEnd(),
        alertPause.nextEnd(),
        alerts.nextEvaluation(now),
        plainNotifications.nextTry(now),
      );
    },
  );
  lifetime.stop(ticker);
  lifetime.stop(systemTime.onDidCompare(() => ticker.catchUp()));
  // A page under attack can change each of them: the user gets to know it from the system.
  const tellSilenced = (texts: readonly string[]) => {
    if (texts.length === 0) return;
    const body = texts.join(' ');
    const title = language.t('notifications.silenced.title');
    plainNotifications.show({ title, body, show: () => desktop.window.show() });
  };
  let hadReceiver = alertChannels.isOpen();
  for (const channel of alertChannels.all) {
    const changed = channel.onDidChange(() => {
      tellSilenced(channel.takeSilenced().map((key) => language.t(key)));
      if (alertChannels.isOpen() === hadReceiver) return;
      hadReceiver = !hadReceiver;
      // Without notifications, alerts wait for a channel.
      ticker.invalidate();
    });
    lifetime.stop(changed);
  }
  const wantedAlerts = () => ({ settings: settings.get(), isPaused: alertPause.isPaused() });
  let wanted = wantedAlerts();
  const wantedChanged = () => {
    const before = wanted;
    wanted = wantedAlerts();
    tellSilenced(silencedAlerts(before, wanted).map((name) => language.t(`notifications.silenced.${name}`)));
  };
  lifetime.stop(settings.onDidChange(wantedSettings, wantedChanged));
  lifetime.stop(alertPause.onDidChange(wantedChanged));
  const alerts: AlertService = new AlertService({
    clock,
    confirmedClock,
    repository: createAlertRepository(database),
    seenCopies: createSeenCopyRepository(database, logger),
    shown: createShownAlertRepository(database),
    sink: notifications,
    texts: {
      one: textOf,
      several: (events, now) => words.get().severalText(events, alertContext(), now, language),
    },
    buttons: (event) => alertButtons(event, { ...later(), snooze: snoozeForADay }, language.t),
    click,
    hasReceiver: alertChannels.isOpen,
    isEnding: () => lifetime.isEnding,
    sendEvent: (event, urgent, now) =>
      isolated('alerts.sendEvent', () => {
        if (!alertChannels.isOpen()) return;
        const json = eventJson(event, { now, isTest: false, urgent });
        alertChannels.send(json);
      }),
    orders,
    pollingKind,
    isPaused: () => alertPause.isPaused(),
    isSnoozed: (order) => snoozes.of(order) !== null,
    settings: () => settings.get(),
    poll: async (ids) => {
      const results = await poller.poll(ids, stopping.signal);
      if (!stopping.signal.aborted) ticker.invalidate();
      return results.filter(({ kind }) => kind !== 'skipped').map(({ orderId }) => orderId);
    },
    isPolling: () => poller.polling().length > 0,
    rejectedSince: (connectionId) => {
      const polling = poller.pollingState(connectionId);
      return polling.kind === 'rejected' ? polling.since : null;
    },
    origins: leads,
    isUpdating: (orderId) => later().isUpdating(orderId),
    open: navigator.showOrder,
    waiting: () => inbox.open(),
    openInbox: navigator.showInbox,
    endpoints: () => endpoints.views(),
    logger,
  });
  lifetime.stop(notifications.onDidClose((id) => alerts.notificationClosed(id)));
  lifetime.stop(notifications.onDidChange(() => ticker.invalidate()));
  const exampleAlert = once(() => {
    const { ExampleAlert } = words.get();
    return new ExampleAlert({
      clock,
      sink: notifications,
      settings: () => settings.get(),
      orders: () => orders.list(),
      text: textOf,
      click,
      open: navigator.showOrder,
    });
  });
  const testEvent = () =>
    eventJson(exampleAlert().event(), { now: clock.now(), isTest: true, urgent: false });
  return {
    /** To be called before the first alert. */
    loadAlertWords: words.load,
    board,
    ticker,
    alerts,
    alertPause,
    snoozes,
    alertChannels,
    plainNotifications,
    /** Where notifications go, for the window and the diagnostics. */
    notifications: {
      view: (): NotificationsView => ({
        state: notifications.state(),
        waiting: alerts.told.waiting() + plainNotifications.waiting(),
      }),
      changed: [
        notifications.onDidChange,
        alerts.told.onDidChangeWaiting,
        plainNotifications.onDidChangeWaiting,
      ],
    },
    /** Both after `loadAlertWords`. */
    exampleAlert,
    testEvent,
  };
}

/** What alerts say, which the first row does not need. */
function lateWords() {
  const load = async () => ({
    ...(await import('#main/alerting/alerts/alertText.ts')),
    ...(await import('#main/alerting/alerts/exampleAlert.ts')),
    ...(await import('#main/alerting/events/alertEventJson.ts')),
  });
  let loaded: Awaited<ReturnType<typeof load>> | null = null;
  return {
    load: async () => {
      loaded = await load();
    },
    get: () => {
      if (loaded === null) throw new Error('the words of alerts are not loaded');
      return loaded;
    },
  };
}
