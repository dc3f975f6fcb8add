import { alertText } from '#main/alerting/alerts/alertText.ts';
import { alertEventJson, alertEventSchema } from '#main/alerting/events/alertEventJson.ts';
import { quickView } from '#main/alerting/overview/quickView.ts';
import { StatusBoard } from '#main/alerting/overview/statusBoard.ts';
import { type TrayActions, trayView } from '#main/alerting/overview/trayView.ts';
import { inventoryMetrics } from '#main/reporting/metrics/inventoryMetrics.ts';
import { inventoryMarkdown } from '#main/reporting/report/inventoryMarkdown.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { z } from '#shared/zod.ts';
import { readExposition } from '#test/support/exposition.ts';
import { FakeAlertDisk, startSession } from '#test/unit/alerting/alerts/alertHarness.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';
import { counted, settings, t, type World } from './world.ts';

const language = { t, locale: 'en' } as const;
const nothing = () => undefined;
const actions: TrayActions = {
  ...{
    open: nothing,
    find: nothing,
    openOrder: nothing,
    help: nothing,
    openInbox: nothing,
    openSettings: nothing,
  },
  ...{ syncNow: nothing, pauseAlerts: nothing, resumeAlerts: nothing, quit: nothing },
};

/** The icon with the number beside it, and the first line of the menu. */
export function tray(world: World): string {
  const { orders, polling, deliveries, offersFor } = world;
  const board = new StatusBoard({
    orders: () => orders,
    pollingKind: () => polling.kind,
    settings: () => settings,
    clockAheadMs: () => null,
  });
  board.evaluate(now);
  const { icon, title, menu } = trayView(
    {
      ...{ summary: board.summary(), pause: null, showsCount: true, waiting: deliveries.length },
      offers: offersFor(orders),
    },
    now,
    language,
    actions,
  );
  const [first] = menu;
  const words = first?.kind === 'text' ? first.label : '';
  return `${[icon, title].filter((word) => word !== '').join(' ')}: ${words}`;
}
/** The part of the quick window that has the order, its words and its button. */
export function quick(world: World): string {
  const { orders, connection, assessment, deliveries, offersFor } = world;
  const { rows, texts } = quickView(
    {
      ...{ orders, statuses: assessment.statuses, offersFor, waiting: deliveries.length },
      reasonFacts: () => ({ connection, isPolling: false, settings }),
      ...{ state: '', search: '', theme: 'system', platform: 'linux' },
    },
    now,
    language,
  );
  const words = rows.map(
    ({ needsAttention, words: said, help }) =>
      `${needsAttention ? texts.attention : texts.next}: ${said}${help === null ? '' : ` [${help.label}]`}`,
  );
  return counted(texts.waiting === null ? words : [...words, texts.waiting]);
}

/** The titles of the notifications in the first hour. */
export async function notification(world: World): Promise<string> {
  const shown = await alertsOf(world);
  return counted(shown.map(({ text }) => text.title));
}

/** The events that the command and the webhook get in the first hour; urgent ones with "!". */
export async function events(world: World): Promise<string> {
  const shown = await alertsOf(world);
  return counted(
    shown.map(({ event, urgent, text }) => {
      const connectionName = () => world.connection.name;
      const json = alertEventJson(event, { now, isTest: false, urgent, text, connectionName });
      return `${alertEventSchema(z).parse(json).event}${urgent ? '!' : ''}`;
    }),
  );
}

/** Steps in which the alerts of an hour are looked for: a service that does not answer has two minutes first. */
const steps = [0, 3 * MINUTE_MS, HOUR_MS];

/** What the alert service shows of a world in an hour in which nothing else happens. */
async function alertsOf(world: World) {
  const { orders, connection, spans, endpoints, copies, deliveries, polling, update } = world;
  const disk = new FakeAlertDisk();
  disk.spans.push(...spans);
  const session = startSession(orders, disk, now);
  Object.assign(session.state, { isAnswering: false, addedAt: now, endpoints, waiting: deliveries });
  for (const { id, snooze } of orders) if (snooze !== null) session.snoozes.snooze([id], 'renewal');
  if (polling.kind === 'rejected') session.reject(connection.id);
  for (const { id, orderId, folder } of update === null ? [] : copies) {
    const to = orders.find((row) => row.id === orderId)?.fingerprint256 ?? '';
    const failed = { program: 'systemctl', outcome: { kind: 'exited', code: 1 } } as const;
    const command = update === 'commandFailed' ? failed : null;
    if (update !== null)
      session.alerts.copyRefreshed({ bundleId: id, orderId, folder, to, outcome: update, command, at: now });
  }
  for (const step of steps) {
    await session.time.advance(step);
    session.look();
  }
  const context = {
    settings,
    connectionName: () => connection.name,
    ordersOf: () => orders.length,
    orders: () => orders,
  };
  const sent = session.sent.filter((word) => !word.startsWith('filesUpdated '));
  return session.news.map((event, index) => ({
    event,
    urgent: sent[index]?.endsWith('!') === true,
    text: alertText(event, context, now, language),
  }));
}

/** The status of the metrics, and what is unlike a deployed and reachable certificate whose renewal is to come. */
export function metrics({ inventory }: World): string {
  const samples = readExposition(
    [...inventoryMetrics({ inventory, leaves: new Map(), files: [], tagLabels: [], overdueMs: null })].join(
      '',
    ),
  );
  return counted(
    inventory.orders.map(({ id }) => {
      const valuesOf = (name: string) =>
        samples.filter((one) => one.name === `notafter_${name}` && one.labels['id'] === id);
      const has = (name: string, value: number) => valuesOf(name).some((one) => one.value === value);
      const isDue = valuesOf('order_renewal_due_timestamp_seconds').some(({ value }) => value * 1000 < now);
      return [
        ...valuesOf('order_status').map(({ labels }) => labels['status'] ?? ''),
        ...(has('endpoint_deployed', 0) ? ['deployed 0'] : []),
        ...(has('endpoint_reachable', 0) ? ['reachable 0'] : []),
        ...(isDue ? ['renewal due'] : []),
      ].join(' · ');
    }),
  );
}

/** The group of the report, the status, a renewal that is not to come, and the places without their dates. */
export function report({ inventory }: World): string {
  const words: string[] = [];
  let group = '';
  for (const line of inventoryMarkdown(inventory, language).split('\n')) {
    group = /^#### (.*) \(\d+\)$/u.exec(line)?.[1] ?? group;
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/gu, ''));
    if (!line.startsWith('| ') || cells[0] === t('report.column.order') || cells[0] === '---') continue;
    const [, , status = '', , , renewal = '', last = ''] = cells;
    const places = last.replaceAll(/ \(1 of 1 addresses\)(, valid until [^;]*)?/gu, '');
    const isToCome = inventory.orders.every((order) => order.renewal.kind === 'notDue');
    words.push(
      [`${group}: ${status}`, isToCome ? '' : renewal, places].filter((word) => word !== '').join(' · '),
    );
  }
  return counted(words);
}
