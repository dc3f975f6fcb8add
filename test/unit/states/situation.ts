import type { PollingState } from '#shared/domain/connection.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import type { AddressView, EndpointView } from '#shared/domain/endpoint.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { usualLead } from '#shared/domain/renewal.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { UpdateOutcome } from '#shared/domain/writeResult.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { address, copy, endpoint, now, servedLeaf } from '#test/unit/shared/placeFixtures.ts';

/** One connection with its orders, and everything that is known about them at `now`. */
export interface Situation {
  /** Without what follows from their places. */
  readonly orders: readonly OrderRow[];
  /** Current and previous certificates. */
  readonly spans: readonly OrderSpan[];
  readonly endpoints: readonly EndpointView[];
  readonly copies: readonly CopyBundleView[];
  /** That wait for the user. */
  readonly deliveries: readonly DeliveryView[];
  readonly polling: PollingState;
  /** What came of the last automatic update of the files; `null`: there was none. */
  readonly update: UpdateOutcome | null;
}

/** What is unlike the healthy order. */
interface Given {
  readonly id?: string;
  /** Days until the certificate expires. */
  readonly left?: number;
  /** How many days before its expiry the previous certificate was renewed; `null`: there is no previous one. */
  readonly lead?: number | null;
  readonly row?: Partial<OrderRow>;
  /** The address of its endpoint. */
  readonly served?: Partial<AddressView>;
  /** Its exported files. */
  readonly files?: Partial<CopyBundleView>;
  readonly hasPlaces?: boolean;
  readonly deliveries?: readonly DeliveryView[];
  readonly polling?: PollingState;
  readonly update?: UpdateOutcome;
  /** When the current certificate was first seen, if not long ago. Unix ms. */
  readonly seenAt?: number;
}

const LIFETIME_DAYS = 200;

/** Days since when the current certificate has been known at least: its renewal is no news. */
const SEEN_DAYS = 40;

/** The previous certificate of an order expires this many days after the renewal, unless a situation says otherwise. */
const LEAD_DAYS = 70;

/**
 * A healthy order with 160 of 200 days left, renewed 70 days before its previous certificate expires, which an endpoint
 * serves and exported files have; with changes.
 */
export function situation(given: Given = {}): Situation {
  const { id = 'a', left = 160, lead = LEAD_DAYS, hasPlaces = true } = given;
  const notAfter = now + left * DAY_MS;
  const notBefore = notAfter - LIFETIME_DAYS * DAY_MS;
  const fingerprint256 = fingerprintOf(id);
  const present: OrderSpan = {
    ...{ orderId: id, fingerprint256, notBefore, notAfter },
    firstSeenAt: given.seenAt ?? Math.min(notBefore, now - SEEN_DAYS * DAY_MS),
  };
  const spans = lead === null ? [present] : [previousOf(present, lead), present];
  const row = orderWithDays(id, left, now, {
    alias: 'Shop',
    fingerprint256,
    notBefore,
    lead: usualLead(spans),
    ...given.row,
  });
  const served = address({
    served: servedLeaf({ fingerprint256, notBefore, notAfter, chainEnd: row.chainEnd }),
    servedSince: present.firstSeenAt,
    ...given.served,
  });
  const places = hasPlaces && row.fingerprint256 !== null;
  return {
    orders: [row],
    spans: row.fingerprint256 === null ? [] : spans,
    endpoints: places ? [endpoint({ id: `e-${id}`, orderId: id, addresses: [served] })] : [],
    copies: places ? [copy({ id: `c-${id}`, orderId: id, notAfter, ...given.files })] : [],
    deliveries: given.deliveries ?? [],
    polling: given.polling ?? { kind: 'active' },
    update: given.update ?? null,
  };
}

/** The fingerprint of a certificate with a name. */
export function fingerprintOf(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(64, '0');
}

function previousOf(present: OrderSpan, leadDays: number): OrderSpan {
  const notAfter = present.notBefore + leadDays * DAY_MS;
  const notBefore = notAfter - LIFETIME_DAYS * DAY_MS;
  return {
    ...present,
    fingerprint256: fingerprintOf('previous'),
    notBefore,
    notAfter,
    firstSeenAt: notBefore,
  };
}

/** The orders of several situations at the connection of the first. */
export function together(first: Situation, others: readonly Situation[]): Situation {
  const all = [first, ...others];
  return {
    ...first,
    orders: all.flatMap(({ orders }) => orders),
    spans: all.flatMap(({ spans }) => spans),
    endpoints: all.flatMap(({ endpoints }) => endpoints),
    copies: all.flatMap(({ copies }) => copies),
  };
}
