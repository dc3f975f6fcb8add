import { describe, expect, it } from 'vitest';
import { leavesOf } from '#renderer/features/timeline/leaves.ts';
import { drawRow } from '#renderer/features/timeline/rowDrawing.ts';
import { leafFacts, usualRenewalText } from '#renderer/features/timeline/TimelineRow.tsx';
import { historyOf, longExpiredLast, renewedIds } from '#renderer/features/timeline/TimelineView.tsx';
import { timelineCommand } from '#renderer/features/timeline/timelineKeys.ts';
import { type Period, timeScale } from '#renderer/features/timeline/timeScale.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings as settings } from '#shared/domain/settings.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { toSpanColumns } from '#shared/domain/timeline.ts';
import { byId, NOW, orderRow, unfetchedRow } from './orderRows.ts';
import { english } from './translators.ts';

const at = (days: number) => NOW + days * DAY_MS;
const span = (name: string, from: number, to: number) => ({
  fingerprint256: name,
  notBefore: at(from),
  notAfter: at(to),
  firstSeenAt: at(from + 1),
});
const row = orderRow('o', { fingerprint256: 'new', lead: { leadMs: 30 * DAY_MS, renewals: 2 } });
const history = [span('new', -30, 60), span('old', -90, 0), span('oldest', -150, -60)];

describe('the rows of the timeline', () => {
  const idsOf = (days: readonly number[]) => {
    const rows = days.map((each) => orderRow(`${each}`, { notAfter: at(each) }));
    const statuses = new Map(
      rows.map(({ id }, index) => [id, (days[index] ?? 0) < 0 ? 'expired' : 'healthy'] as const),
    );
    return longExpiredLast(rows, statuses, NOW).map(({ id }) => Number(id));
  };

  it('end with orders that expired long ago, the last expired first, if there are many', () => {
    expect(idsOf([-90, -60, -30, -8, -6, 3, 60])).toEqual([-6, 3, 60, -8, -30, -60, -90]);
  });

  it('begin with a few that expired long ago', () => {
    expect(idsOf([-90, -60, -30, -6, 3])).toEqual([-90, -60, -30, -6, 3]);
  });
});

describe('the certificates of an order', () => {
  it('are sorted from the earliest to the current one, each but the first with its renewal', () => {
    expect(leavesOf(row, history)).toEqual([
      { fingerprint256: 'oldest', from: at(-150), to: at(-60), isPresent: false, renewedAt: null },
      { fingerprint256: 'old', from: at(-90), to: at(0), isPresent: false, renewedAt: at(-90) },
      { fingerprint256: 'new', from: at(-30), to: at(60), isPresent: true, renewedAt: at(-30) },
    ]);
  });

  it('include the current one before it is in the history, and are empty before the first answer', () => {
    const leaves = leavesOf(row, history.slice(1));
    expect(leaves.map(({ isPresent, renewedAt }) => [isPresent, renewedAt])).toEqual([
      [false, null],
      [false, at(-90)],
      [true, at(-30)],
    ]);
    expect(leavesOf(unfetchedRow('u'), [])).toEqual([]);
  });

  it('are read again for orders with a new certificate', () => {
    const before = byId([row, orderRow('same'), unfetchedRow('first')]);
    const now = byId([
      { ...row, fingerprint256: 'newer' },
      orderRow('same', { alias: 'Other name' }),
      orderRow('first'),
      unfetchedRow('added'),
    ]);
    expect(renewedIds(before, now)).toEqual(['o', 'first']);
  });
});

describe('the row of an order', () => {
  const scale = timeScale({ from: at(-200), to: at(200) }, 1 / DAY_MS);
  const draw = (given: OrderRow = row, visible: Period = scale, kept: string | null = null) =>
    drawRow({ row: given, leaves: leavesOf(given, history), settings, scale, visible, kept, now: NOW });

  it('puts the current certificate in the upper lane and the one before in the lower one', () => {
    expect(draw().leaves.map(({ lane, left, width }) => ({ lane, left, width }))).toEqual([
      { lane: 0, left: 50, width: 90 },
      { lane: 1, left: 110, width: 90 },
      { lane: 0, left: 170, width: 90 },
    ]);
  });

  it('has the windows of the current certificate, its usual renewal and past renewals', () => {
    const drawing = draw();
    expect(drawing.warning).toEqual({ left: 230, width: 23 });
    expect(drawing.critical).toEqual({ left: 253, width: 7 });
    expect(drawing.leadX).toBe(230);
    expect(drawing.leaves.map(({ renewedX }) => renewedX)).toEqual([null, 110, 170]);
    expect(drawing.expired).toBeNull();
  });

  it('has the time since the expiry', () => {
    const expired = draw(orderRow('x', { notBefore: at(-100), notAfter: at(-10) }));
    expect(expired.expired).toEqual({ left: 190, width: 10 });
  });

  it('leaves out what is not visible, except for the focused certificate', () => {
    const visible = { from: at(10), to: at(40) };
    const drawing = draw(row, visible);
    expect(drawing.leaves.map(({ leaf }) => leaf.fingerprint256)).toEqual(['new']);
    expect(drawing.critical).toBeNull();
    expect(draw(row, visible, 'oldest').leaves.map(({ leaf }) => leaf.fingerprint256)).toEqual([
      'oldest',
      'new',
    ]);
  });

  it('marks an expiry that only the service states', () => {
    const said = unfetchedRow('s', { notAfter: at(5), notAfterSource: 'service' });
    const drawing = drawRow({
      ...{ row: said, leaves: [], settings, scale, visible: scale, kept: null, now: NOW },
    });
    expect(drawing).toMatchObject({ leaves: [], saidEndX: 205, warning: null, leadX: null });
  });

  it('stays on the scale for a certificate that expires in the year 9999', () => {
    const endless = orderRow('e', { notBefore: 0, notAfter: Date.UTC(9999, 11, 31) });
    const [leaf] = drawRow({
      ...{
        row: endless,
        leaves: leavesOf(endless, []),
        settings,
        scale,
        visible: scale,
        kept: null,
        now: NOW,
      },
    }).leaves;
    expect(leaf).toMatchObject({ left: 0, width: scale.width });
  });
});

describe('the text of the timeline', () => {
  const localization = { t: english, locale: 'en' } as const;

  it('has all facts of the bar', () => {
    const [, , present] = leavesOf(row, history);
    if (present === undefined) throw new Error('no certificate');
    const words = leafFacts(present, row, settings, localization).join('\n');
    expect(words).toContain('Valid until 19 Jan 2027, ');
    expect(words).toContain('Renewed 21 Oct 2026');
    expect(words).toContain('Warning from 20 Dec 2026, critical from 12 Jan 2027');
    expect(words).toContain('Usually renewed around 20 Dec 2026, 30 days before expiry');
  });

  it('says that a usual renewal is assumed, and nothing if none is known', () => {
    const assumed = orderRow('a', { lead: { leadMs: 30 * DAY_MS, renewals: 0 } });
    expect(usualRenewalText(assumed, localization)).toMatch(/^Expected to be renewed by/);
    expect(usualRenewalText(orderRow('n'), localization)).toBeNull();
  });
});

describe('the keys of the timeline', () => {
  const place = { at: 3, count: 10, perPage: 5, leafAt: -1, leafCount: 2 };
  const press = (key: string, change: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => ({
    ...{ key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
    ...change,
  });

  it('move from order to order, and open one', () => {
    expect(timelineCommand(press('ArrowDown'), place)).toEqual({ kind: 'move', to: 4 });
    expect(timelineCommand(press('End'), place)).toEqual({ kind: 'move', to: 9 });
    expect(timelineCommand(press('Enter'), place)).toEqual({ kind: 'open' });
  });

  it('move from the order to its certificates and back', () => {
    expect(timelineCommand(press('ArrowRight'), place)).toEqual({ kind: 'leaf', to: 0 });
    expect(timelineCommand(press('ArrowRight'), { ...place, leafAt: 1 })).toBeNull();
    expect(timelineCommand(press('ArrowLeft'), { ...place, leafAt: 0 })).toEqual({ kind: 'leaf', to: -1 });
    expect(timelineCommand(press('ArrowLeft'), place)).toBeNull();
  });

  it('scroll through time with Shift', () => {
    expect(timelineCommand(press('ArrowLeft', { shiftKey: true }), place)).toEqual({
      kind: 'pan',
      by: -0.25,
    });
  });

  it('never remove or select', () => {
    for (const key of ['Delete', ' ']) expect(timelineCommand(press(key), place)).toBeNull();
    expect(timelineCommand(press('a', { ctrlKey: true }), place)).toBeNull();
  });
});

describe('the history from main', () => {
  it('is grouped by order', () => {
    const first = { orderId: 'a', ...span('a1', -90, 0) };
    const other = { orderId: 'b', ...span('b1', -30, 60) };
    const second = { orderId: 'a', ...span('a2', -30, 60) };
    expect(historyOf(toSpanColumns([first, other, second]))).toEqual(
      new Map([
        ['a', [first, second]],
        ['b', [other]],
      ]),
    );
  });
});
