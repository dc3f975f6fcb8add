import { OrderHelper } from '#main/alerting/actions/orderHelper.ts';
import { atOnce } from '#main/platform/slices.ts';
import { buildInventory } from '#main/reporting/report/inventory.ts';
import { type Assessment, assess } from '#shared/domain/assessment.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import { placeTimes } from '#shared/domain/conditions/places.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';

import type { Inventory } from '#shared/domain/inventory.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { translatorOf } from '#shared/i18n/translator.ts';
import { connection as connectionView } from '#test/unit/renderer/orderRows.ts';
import { now } from '#test/unit/shared/placeFixtures.ts';
import type { Situation } from './situation.ts';

/** A situation with what main derives from it once, for all surfaces. */
export interface World extends Situation {
  /** With what follows from their places. */
  readonly orders: readonly OrderRow[];
  /** That of all orders. */
  readonly connection: ConnectionView;
  readonly assessment: Assessment;
  readonly inventory: Inventory;
  readonly offersFor: (rows: readonly OrderRow[]) => ReadonlyMap<string, HelpfulAction>;
}

export const t = translatorOf('en');
export const settings = defaultSettings;

export function worldOf(situation: Situation): World {
  const { copies, endpoints, spans, deliveries, polling } = situation;
  const orders = situation.orders.map((row) => withDeployment(row, situation));
  const order = (id: string) => orders.find((row) => row.id === id) ?? null;
  const unused = () => {
    throw new Error('The table only shows what helps');
  };
  const connection = connectionView('c1', 'Production', polling);
  const helper = new OrderHelper({
    ...{
      order,
      orders: () => orders,
      now: () => now,
      pollingKind: () => polling.kind,
      consoleUrl: () => null,
    },
    ...{ copies: () => copies, endpoints: () => endpoints, waiting: () => deliveries },
    ...{
      refresh: unused,
      runCommand: unused,
      tighten: unused,
      openExternal: unused,
      verify: unused,
      poll: unused,
      probe: unused,
    },
    terms: () => termsOf(settings),
    show: { order: unused, export: unused, token: unused, delivery: unused },
  });
  return {
    ...situation,
    orders,
    connection,
    assessment: assess(orders, () => polling.kind, settings, now),
    inventory: atOnce(
      buildInventory({
        ...{
          takenAt: now,
          clockAheadMs: null,
          version: '1',
          orders,
          hooks: [],
          copies,
          endpoints,
          spans,
          settings,
        },
        connections: [connection],
      }),
    ),
    offersFor: (rows) => helper.offersFor(rows),
  };
}

function withDeployment(row: OrderRow, { copies, endpoints, spans }: Situation): OrderRow {
  const places = { copies: ofOrder(row, copies), endpoints: ofOrder(row, endpoints) };
  const present = spans.find(
    ({ orderId, fingerprint256 }) => orderId === row.id && fingerprint256 === row.fingerprint256,
  );
  const times = {
    renewedAt: () => present?.firstSeenAt ?? null,
    confirmedAt: () => row.lastConfirmedAt,
  };
  return { ...row, deployment: placeTimes(places, times) };
}

/** The exported files or the endpoints of one order. */
export function ofOrder<Place extends { readonly orderId: string }>(
  { id }: Pick<OrderRow, 'id'>,
  places: readonly Place[],
): readonly Place[] {
  return places.filter(({ orderId }) => orderId === id);
}

/** The status of an order. */
export function statusOf({ assessment }: World, { id }: Pick<OrderRow, 'id'>) {
  const status = assessment.statuses.get(id);
  if (status === undefined) throw new Error(`No status of the order ${id}`);
  return status;
}

/** The words for several orders: each once, with their number if it is more than one. */
export function counted(words: readonly string[]): string {
  const equal = Map.groupBy(words, (one) => one);
  return [...equal].map(([one, { length }]) => (length === 1 ? one : `${one} ×${length}`)).join('; ');
}
