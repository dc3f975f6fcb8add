import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alertText, severalText } from '#main/alerting/alerts/alertText.ts';
import { quickView } from '#main/alerting/overview/quickView.ts';
import { NAMED_COUNT, StatusBoard } from '#main/alerting/overview/statusBoard.ts';
import { groupedEntries } from '#renderer/features/orders/list/listEntries.ts';
import { byExpiry } from '#shared/domain/arrangement.ts';
import { assess } from '#shared/domain/assessment.ts';
import { isLongExpired } from '#shared/domain/attention.ts';
import { placeTimes } from '#shared/domain/conditions/places.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import { isGroupOfExpired } from '#shared/domain/orderGroups.ts';
import { QUICK_ROWS_MAX } from '#shared/domain/quickView.ts';
import { needsAttention } from '#shared/domain/status.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { copy } from '#test/unit/renderer/copyViews.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';
import { settings, t } from './world.ts';

const active = () => 'active' as const;
const language = { t, locale: 'en' } as const;

/** Of an order with exported files that are as they were written. */
const files = placeTimes(
  { copies: [copy()], endpoints: [] },
  { renewedAt: () => null, confirmedAt: () => null },
);

/** Orders that expired long ago or lately, that end soon, and that need the user although they last. */
const anyOrders: fc.Arbitrary<readonly OrderRow[]> = fc
  .array(
    fc.record({
      days: fc.oneof(fc.constantFrom(-30, -8, -2, -1, 0.01, 2, 5), fc.integer({ min: -60, max: 100 })),
      isUnknown: fc.boolean(),
      isInUse: fc.boolean(),
    }),
    { maxLength: 24 },
  )
  .map((all) =>
    all.map(({ days, isUnknown, isInUse }, index) =>
      orderWithDays(`o${index}`, days, now, {
        ...(isUnknown ? { failures: 1, failure: { kind: 'unknownRid' } } : {}),
        ...(isInUse ? { deployment: files } : {}),
      }),
    ),
  );

it('the list, the quick window, the tray and a summary of expiries name the orders that need the user in one arrangement', () => {
  fc.assert(
    fc.property(anyOrders, (orders) => {
      const { statuses } = assess(orders, active, settings, now);
      const isNeedy = ({ id }: OrderRow) => needsAttention(statuses.get(id) ?? 'healthy');
      const { rows } = groupedEntries(orders.toSorted(byExpiry), statuses, null, new Set(), now);
      const inList = rows.flatMap((row) => (isNeedy(row as OrderRow) ? row.id : []));

      const quick = quickView(
        {
          ...{ orders, statuses, offersFor: () => new Map(), waiting: 0, state: '', search: '' },
          reasonFacts: () => ({ connection: undefined, isPolling: false, settings }),
          ...{ theme: 'system', platform: 'linux' },
        },
        now,
        language,
      );
      const inQuick = quick.rows.filter(({ needsAttention: isNeed }) => isNeed).map(({ id }) => id);
      expect(inQuick).toEqual(inList.slice(0, QUICK_ROWS_MAX));

      const ports = { orders: () => orders, pollingKind: active, settings: () => settings };
      const board = new StatusBoard({ ...ports, clockAheadMs: () => null });
      board.evaluate(now);
      const long = orders.filter((order) => isNeedy(order) && isLongExpired(order, now)).length;
      const apart = isGroupOfExpired(long) ? long : 0;
      const { needy, attention } = board.summary();
      expect(needy.map(({ order }) => order.id)).toEqual(
        inList.slice(0, Math.min(NAMED_COUNT, inList.length - apart)),
      );
      expect(attention).toBe(inList.length - apart);

      const expired = orders.filter(({ id }) => statuses.get(id) === 'expired');
      if (expired.length < 2) return;
      const [entry] = groupedEntries(expired.toSorted(byExpiry), statuses, null, new Set(), now).rows;
      const first = expired.find(({ id }) => id === entry?.id);
      const events = expired.map((order) => ({ kind: 'expiry', order }) as const);
      const context = { settings, connectionName: () => '', ordersOf: () => 1, orders: () => orders };
      const { title } = severalText(events.toReversed(), context, now, language);
      const own = first === undefined ? '' : orderTitle(first);
      expect(title.startsWith(own.slice(0, 6))).toBe(true);
      if (first !== undefined)
        expect(alertText({ kind: 'expiry', order: first }, context, now, language).title).toContain(own);
    }),
  );
});
