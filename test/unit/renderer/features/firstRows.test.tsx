// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Menu } from '#renderer/components/Menu.tsx';
import { TimelineView } from '#renderer/features/timeline/TimelineView.tsx';
import { InboxView } from '#renderer/features/webhook/inbox/InboxView.tsx';
import { ExportMenuItems } from '#renderer/frame/ExportMenuItems.tsx';
import { ViewTabs } from '#renderer/frame/ViewTabs.tsx';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { type Projection, projectSnapshot, startMirror } from '#renderer/stores/mirror.ts';
import { useViewStore } from '#renderer/stores/viewStore.ts';
import { assess, noOrders } from '#shared/domain/assessment.ts';
import { noGroups } from '#shared/domain/orderGroups.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { type OrderExtent, toColumns } from '#shared/domain/snapshot.ts';
import { toSpanColumns } from '#shared/domain/timeline.ts';
import { statusCountText } from '#shared/i18n/statusText.ts';
import { ok } from '#shared/result.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { deliveryView } from '#test/support/receiverViews.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { orderRow, snapshotOf } from '#test/unit/renderer/orderRows.ts';
import { english as t } from '#test/unit/renderer/translators.ts';
import { renderList, shownIds } from './orderList.tsx';

const now = Date.now();
const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => orderRow(id));
const first = rows.slice(0, 2);
const counts = {
  statuses: { ...noOrders.counts, healthy: rows.length },
  groups: { ...noGroups(), later: rows.length },
};
const firstRows = {
  orders: toColumns(first),
  extent: { kind: 'first', total: rows.length, counts },
} as const;

/** The snapshot comes after the first rows. */
const knowAll = () =>
  act(async () =>
    useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(2, rows)) }, true),
  );

describe('while only the first rows are known', () => {
  it('the export of all orders names their number, and waits for the others', async () => {
    const { user } = renderPart(
      <Menu trigger={<button type="button">open</button>}>
        <ExportMenuItems />
      </Menu>,
      { app: firstRows },
    );
    await user.click(screen.getByRole('button', { name: 'open' }));
    await user.click(
      await screen.findByRole('menuitem', { name: t('orders.header.exportAll', { count: rows.length }) }),
    );
    expect(useViewStore.getState().dialog.kind).toBe('none');
    await knowAll();
    await waitFor(() =>
      expect(useViewStore.getState().dialog).toMatchObject({
        kind: 'export',
        orderIds: rows.map(({ id }) => id),
      }),
    );
  });

  it('the timeline names the number of all orders', () => {
    const assessment = {
      ...assess(first, () => 'active', defaultSettings, now),
      counts: counts.statuses,
    };
    renderPart(<TimelineView assessment={assessment} />, {
      app: firstRows,
      calls: { 'timeline:spans': async () => ok(toSpanColumns([])) },
    });
    const all = screen.getByRole('button', { name: new RegExp(`^${t('orders.toolbar.all')}`, 'u') });
    expect(all.textContent).toContain(String(rows.length));
    expect(screen.queryByText(t('orders.toolbar.shown', { shown: 2, count: rows.length }))).toBeNull();
  });
});

describe('a first page that is wrong', () => {
  it.each<[string, OrderExtent]>([
    ['says that it is all', { kind: 'all' }],
    ['counts others', { kind: 'first', total: 3, counts: { ...counts, statuses: noOrders.counts } }],
  ])('and %s is replaced by the snapshot: rows, number and chips', async (_, extent) => {
    const painted = Promise.withResolvers<void>();
    renderList([orderWithDays('a', 60, now), orderWithDays('gone', 2, now)], { app: { extent } });
    const all = [orderWithDays('a', 60, now), orderWithDays('b', 50, now), orderWithDays('c', -1, now)];
    const published: Projection[] = [];
    const mirror = startMirror(
      {
        onDelta: () => () => undefined,
        readFirstPage: async () => ({ ...snapshotOf(1, [orderRow('gone')]), extent }),
        readSnapshot: async () => snapshotOf(1, all),
        painted: () => painted.promise,
      },
      {
        changed: (projection) => {
          published.push(projection);
          act(() => useAppStore.setState({ phase: 'ready', projection }, true));
        },
        failed: () => expect.fail('read'),
      },
    );
    onTestFinished(mirror.stop);
    await waitFor(() => expect(published).toHaveLength(1));
    painted.resolve();
    await waitFor(() => expect(shownIds()).toEqual(['c', 'b', 'a']));
    const chips = within(screen.getByRole('toolbar', { name: t('orders.toolbar.filters') }));
    expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      `${t('orders.toolbar.all')} 3`,
      statusCountText('expired', 1, t),
      statusCountText('healthy', 2, t),
    ]);
  });
});

describe('with more deliveries than are sent to the window', () => {
  const inbox = ['d1', 'd2'].map((id) =>
    deliveryView(id, now, { orderName: id, verdict: { kind: 'waiting', reason: { kind: 'notYetValid' } } }),
  );
  const note = t('inbox.list.more', { count: inbox.length });

  it('the tab has the number of all that wait, and the list says that it has the first ones', () => {
    renderPart(
      <>
        <ViewTabs />
        <InboxView />
      </>,
      { app: { inbox, inboxCounts: { all: 9, waiting: 7 } } },
    );
    screen.getByText(t('inbox.nav.waiting', { count: 7 }));
    screen.getByText(note);
  });

  it('a list that has all of them does not say that it has the first ones', () => {
    renderPart(<InboxView />, { app: { inbox, inboxCounts: { all: 2, waiting: 2 } } });
    expect(screen.queryByText(note)).toBeNull();
  });
});
