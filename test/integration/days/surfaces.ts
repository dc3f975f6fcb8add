import {
  checkProblems,
  type Due,
  differences,
  dueOf,
  listProblems,
  type Said,
} from '#test/support/surfaces.ts';
import type { Life } from './life.ts';

/** What follows from the rows of the window at this moment. */
export function dueNow({ app, time }: Pick<Life, 'app' | 'time'>): Due {
  const seen = app.seen();
  return dueOf({ ...seen, orders: [...seen.orders.values()] }, time.clock.now());
}

/** Compares each surface with what follows from the rows of the window at this moment. */
export async function surfaceProblems(life: Life): Promise<readonly string[]> {
  const { app } = life;
  const due = dueNow(life);

  const quick = await app.call('quick:view', { search: '' });
  const status = await life.command(['status', '--json']);
  const metrics = await life.command(['metrics']);
  const check = await life.command(['check', '--json']);
  const report = await reportOf(life);
  return [
    ...listProblems(due, { quick: quick.rows, status: status.out, metrics: metrics.out }),
    ...differences('the report', report, due.all),
    ...checkProblems(due, check.out),
    ...trayProblems(life, due, quick.texts.state),
  ];
}

async function reportOf({ app }: Life): Promise<readonly Said[]> {
  const copied = await app.call('report:copy', { format: 'json' });
  const text = app.desktop.done.findLast((line) => line.startsWith('copy {')) ?? '';
  return copied.ok ? JSON.parse(text.slice('copy '.length)).orders : [];
}

/** The number of orders that need the user: on the icon, in the title of the window, in the tray. */
function trayProblems({ app: { desktop } }: Life, { attention }: Due, state: string): readonly string[] {
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
