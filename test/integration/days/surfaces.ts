import { assess, pollingKindOf } from '#shared/domain/assessment.ts';
import { isLongExpired } from '#shared/domain/attention.ts';
import { isGroupOfExpired } from '#shared/domain/orderGroups.ts';
import { QUICK_ROWS_MAX } from '#shared/domain/quickView.ts';
import { needsAttention } from '#shared/domain/status.ts';
import { readExposition } from '#test/support/exposition.ts';
import type { Life } from './life.ts';

interface Said {
  readonly id: string;
  readonly status: string;
}

/** Compares each surface with what follows from the rows of the window at this moment. */
export async function surfaceProblems(life: Life): Promise<readonly string[]> {
  const { app, time } = life;
  const { orders, connections, settings, clockAheadMs } = app.seen();
  const now = time.clock.now() - (clockAheadMs ?? 0);
  const { statuses } = assess(orders.values(), pollingKindOf(connections), settings, now);
  const all = [...orders.keys()].map((id) => ({ id, status: statuses.get(id) ?? '' }));

  const quick = await app.call('quick:view', { search: '' });
  const status = await life.command(['status', '--json']);
  const metrics = await life.command(['metrics']);
  const check = await life.command(['check', '--json']);
  const report = await reportOf(life);
  const needy = [...orders.values()].filter(({ id }) => needsAttention(statuses.get(id) ?? 'healthy'));
  const long = needy.filter((order) => isLongExpired(order, now)).length;
  const rejected = connections.filter(({ polling }) => polling.kind === 'rejected').length;
  const attention = needy.length - (isGroupOfExpired(long) ? long : 0) + (orders.size === 0 ? 0 : rejected);
  return [
    ...differences('the quick window', quick.rows, all.slice(0, QUICK_ROWS_MAX)),
    ...differences('status --json', JSON.parse(status.out).orders, all),
    ...differences('metrics', statusesIn(metrics.out), all),
    ...differences('the report', report, all),
    ...checkProblems(check.out, all, clockAheadMs !== null),
    ...trayProblems(life, attention, quick.texts.state),
  ];
}

async function reportOf({ app }: Life): Promise<readonly Said[]> {
  const copied = await app.call('report:copy', { format: 'json' });
  const text = app.desktop.done.findLast((line) => line.startsWith('copy {')) ?? '';
  return copied.ok ? JSON.parse(text.slice('copy '.length)).orders : [];
}

function differences(surface: string, said: readonly Said[], all: readonly Said[]): readonly string[] {
  const line = ({ id, status }: Said) => `${id} ${status}`;
  const [is, should] = [said, all].map((each) => each.map(line).toSorted().join(', '));
  return is === should ? [] : [`${surface} says ${is}; the window ${should}`];
}

function statusesIn(text: string): readonly Said[] {
  return readExposition(text)
    .filter(({ name, value }) => name === 'notafter_order_status' && value === 1)
    .map(({ labels }) => ({ id: labels['id'] ?? '', status: labels['status'] ?? '' }));
}

/** The check has windows of its own: only what is fine, and what has ended, is the same. */
function checkProblems(out: string, all: readonly Said[], isClockWrong: boolean): readonly string[] {
  const { state, orders } = JSON.parse(out);
  if (isClockWrong || all.length === 0) return state === 'UNKNOWN' ? [] : [`check is ${state}`];
  const states = new Map(orders.map((one: { id: string; state: string }) => [one.id, one.state]));
  return all.flatMap(({ id, status }) => {
    const word = states.get(id);
    const isWrong =
      word === undefined ||
      (status === 'expired' && word !== 'CRITICAL') ||
      (status === 'healthy' && word !== 'OK');
    return isWrong ? [`check says ${word} of ${id}, which is ${status}`] : [];
  });
}

/** The number of orders that need the user: on the icon, in the title of the window, in the tray. */
function trayProblems({ app: { desktop } }: Life, attention: number, state: string): readonly string[] {
  const { badge, windowTitle, trayViews } = desktop;
  const [first] = trayViews.at(-1)?.menu ?? [];
  const words = first?.kind === 'text' ? first.label : '';
  const inTitle = Number(/\d+/u.exec(windowTitle)?.[0] ?? 0);
  const title = trayViews.at(-1)?.title ?? '';
  return [
    ...(words === state ? [] : [`the tray says "${words}", the quick window "${state}"`]),
    ...(badge === attention ? [] : [`the badge has ${badge} instead of ${attention}`]),
    ...(inTitle === attention ? [] : [`the title is ${windowTitle} instead of ${attention}`]),
    ...(title === '' || title === String(attention)
      ? []
      : [`the menu bar has ${title} instead of ${attention}`]),
  ];
}
