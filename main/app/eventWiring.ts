import { wantedSettings } from '#main/alerting/alerts/silencedAlerts.ts';
import type { RowPart } from '#main/orders/list/orderSource.ts';
import { planSettings } from '#main/orders/polling/pollPlan.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { errorName } from '#main/platform/errors.ts';
import { criticalSettings } from '#shared/domain/conditions/terms.ts';
import { NEVER } from '#shared/domain/thresholds.ts';
import { type Base, chooseLanguage } from './base.ts';
import type { Services } from './services.ts';
import type { TrayModule } from './trayModule.ts';

/**
 * Subscribes the parts of the running app to each other's events across contexts. Registered last, so that it ends first:
 * a part that stops later causes nothing in others. Not here: what a class subscribes to of the objects that it is
 * constructed with, and the events of the snapshot (`createPublisher`).
 */
export function wireEvents(base: Base, services: Services, tray: TrayModule): void {
  const subscriptions = [
    ...wireStoredState(services),
    ...wireConnections(services),
    ...wireSettings(base, services),
    ...wireDeliveries(base, services),
    ...wireDeployment(base, services),
    ...wireAlerts(services, tray),
    ...wireDesktop(base, services, tray),
  ];
  for (const subscription of subscriptions) base.lifetime.stop(subscription);
}

/** The events of a command process: it has no alerts, no tray and no window. */
export function wireCommandEvents({ lifetime }: Base, services: Services): void {
  for (const subscription of [...wireStoredState(services), ...wireConnections(services)])
    lifetime.stop(subscription);
}

function wireStoredState(services: Services): Disposable[] {
  const { orderList, deployments, copies, endpoints, vault, keys } = services;
  return [
    orderList.onDidChange(['existence', 'certificate'], (change) => {
      copies.ordersChanged([...change.upserts, ...change.removed]);
      endpoints.ordersChanged(change);
    }),
    copies.onDidChange(() => deployments.copiesChanged()),
    endpoints.onDidChange(() => deployments.placesChanged()),
    vault.onDidForget((where) => keys.forget(where)),
  ];
}

function wireConnections({ connections, orders, pushOrders, poller }: Services): Disposable[] {
  return [
    connections.onDidChange(({ connectionId, isSameService }) => {
      if (isSameService) return;
      poller.connectionChanged(connectionId);
      // The own CA of any connection counts for them.
      pushOrders.judgeAgain();
    }),
    connections.onDidChangeToken(({ connectionId }) => {
      // A failure is logged, and shown by the orders.
      orders.maskTokens();
      poller.tokenChanged(connectionId);
    }),
    connections.onDidRemove(({ connectionId }) => {
      poller.connectionRemoved(connectionId);
      orders.removeConnection(connectionId);
    }),
  ];
}

/** Statuses, alerts, the tray and the quick window depend on these. */
const tickSettings = [...wantedSettings, ...planSettings, ...criticalSettings, 'language', 'theme'] as const;

function wireSettings({ settings, language, desktop, logger }: Base, { ticker }: Services): Disposable[] {
  return [
    settings.onDidChange(['language'], ({ language: choice }) => chooseLanguage(language, choice, logger)),
    settings.onDidChange(['theme'], ({ theme }) => desktop.setTheme(theme)),
    settings.onDidChange(tickSettings, () => ticker.invalidate()),
  ];
}

function wireDeliveries(
  { systemTime, logger }: Base,
  { hooks, inbox, vault, keys, ticker }: Services,
): Disposable[] {
  return [
    hooks.onDidRemove(({ hookId }) => inbox.hookRemoved(hookId)),
    systemTime.onDidJump(() => inbox.clockSet()),
    inbox.onDidChange(() => ticker.invalidate()),
    vault.onDidBecomeLasting(() => {
      keys
        .storeMemoryKeys()
        .then((stored) => {
          if (!stored.ok) logger.warn('Keys stay in memory', { error: stored.error.kind });
        })
        .catch((error: unknown) => logger.error('Keys stay in memory', { error: errorName(error) }));
    }),
  ];
}

function wireDeployment({ desktop, systemTime, clock }: Base, services: Services): Disposable[] {
  const { orders, orderList, poller, deployments } = services;
  const { copyRegistry, copyVerifier, copyWatch, autoRefresher, probeScheduler } = services;
  return [
    // A server may have a renewal before the app: the service is asked, so that what it serves is judged at once.
    deployments.onDidChange((ids) => {
      const unconfirmed = ids.filter((id) => {
        const from = deployments.of(id)?.servedOther ?? NEVER;
        return from < NEVER && from > clock.now();
      });
      if (unconfirmed.length > 0) void poller.poll(unconfirmed);
    }),
    orderList.onDidChange(['certificate'], ({ renewed }) => {
      if (renewed.length > 0) autoRefresher.check();
    }),
    orders.onDidAccept(() => autoRefresher.check()),
    systemTime.onDidJump(() => autoRefresher.check()),
    copyVerifier.onDidVerify(() => autoRefresher.check()),
    copyRegistry.onDidWrite((orderIds) => {
      for (const orderId of orderIds) probeScheduler.orderTouched(orderId);
    }),
    desktop.window.onDidFocus(() => copyWatch.windowShown()),
  ];
}

/** Statuses, alerts, the tray and the quick window depend on these parts of an order. Thresholds are its own or those of its tags. */
const tickParts: readonly RowPart[] = [
  'existence',
  'certificate',
  'poll',
  'name',
  'deployment',
  'authority',
  'annotation',
  'snooze',
];

function wireAlerts(
  { orderList, poller, ticker, alertPause, snoozes }: Services,
  tray: TrayModule,
): Disposable[] {
  return [
    orderList.onDidChange(tickParts, () => ticker.invalidate()),
    poller.onDidChangeState(() => ticker.invalidate()),
    alertPause.onDidChange(() => ticker.invalidate()),
    ticker.onDidTick(() => alertPause.prune()),
    ticker.onDidTick(() => tray.update()),
    ticker.onDidTick(() => snoozes.prune()),
  ];
}

function wireDesktop(
  { desktop, systemTime, confirmedClock, language, logger }: Base,
  { secrets, receiver, ticker }: Services,
  tray: TrayModule,
): Disposable[] {
  const recoverSecrets = () => {
    secrets
      .recover()
      .catch((error: unknown) => logger.error('Secrets were not read again', { error: errorName(error) }));
  };
  const checkTime = () => {
    systemTime.check();
    confirmedClock.check();
  };
  return [
    language.onDidChange(() => tray.update()),
    desktop.onDidResume(() => systemTime.resumed()),
    desktop.window.onDidFocus(checkTime),
    ticker.onDidTick(checkTime),
    // What is computed with a corrected clock is right at once: only the comparison shows that the wall clock was set.
    systemTime.onDidCompare(() => confirmedClock.check()),
    confirmedClock.onDidChangeError(() => ticker.invalidate()),
    systemTime.onDidJump(() => {
      confirmedClock.check();
      receiver.check();
      recoverSecrets();
      ticker.invalidate();
    }),
    desktop.onDidUnlock(recoverSecrets),
    desktop.tray.onDidActivate(() => desktop.quick.toggle()),
    desktop.quickShortcut.onDidPress(() => desktop.quick.toggle()),
    ticker.onDidTick(() => desktop.quick.changed()),
    desktop.window.onDidClose(tray.windowClosed),
  ];
}
