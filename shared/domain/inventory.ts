import type { Terms } from './conditions/condition.ts';
import type { HeldCondition } from './conditions/conditions.ts';
import type { DeploymentSummary } from './conditions/placeSummary.ts';
import type { PlaceStatus } from './conditions/places.ts';
import type { PollingState } from './connection.ts';
import type { CopyBundleView } from './copy.ts';
import type { AddressView, EndpointView, ServedFinding } from './endpoint.ts';
import type { OrderRow } from './order.ts';
import type { RenewalState, ValiditySpan } from './renewal.ts';
import type { OrderStatus } from './status.ts';
import type { Windows } from './thresholds.ts';

/** All stored facts without secrets, for reports, calendars and terminals. Times in Unix ms. */
export interface Inventory {
  /** How far the clock of this computer is ahead (ms; negative: behind); `null`: right, as far as known. */
  readonly clockAheadMs: number | null;
  readonly takenAt: number;
  readonly version: string;
  /** Of this computer, for the conditions of the orders. */
  readonly terms: Terms;
  /** Sorted by `endOf`, soonest first; orders without one are last. */
  readonly orders: readonly InventoryOrder[];
}

/** What is said of the places of an order. `servedEndsSoon`: its certificate, with a chain that expires soon. */
export type PlacesWord = PlaceStatus | 'servedEndsSoon';

/** The word for the places of an order; `null`: it has none. */
export function placesWord({
  places,
  conditions,
}: Pick<InventoryOrder, 'places' | 'conditions'>): PlacesWord | null {
  if (places?.status !== 'current') return places?.status ?? null;
  return conditions.some(({ kind }) => kind === 'servedEndsSoon') ? 'servedEndsSoon' : 'current';
}

/** The row of an order, judged with the places and the settings of this computer. */
export interface InventoryOrder extends OrderRow {
  readonly title: string;
  readonly rid: string;
  readonly pushOnly: boolean;
  /** Name of the connection, or of the hook for a push-only order. */
  readonly connection: string;
  readonly status: OrderStatus;
  /** With the settings of this computer, worst first. */
  readonly conditions: readonly HeldCondition[];
  readonly polling: PollingState['kind'];
  /** End of a wait that the service asked for; `null`: not waiting. */
  readonly waitsUntil: number | null;
  readonly renewal: InventoryRenewal;
  /** When to warn of it. `from`: whose thresholds apply; `tag`: of that tag, otherwise `null`. */
  readonly warns: Windows & { readonly from: 'order' | 'tag' | 'general'; readonly tag: string | null };
  /** `null`: the order has neither a copy nor an endpoint. */
  readonly places: DeploymentSummary | null;
  readonly copies: readonly InventoryCopy[];
  readonly endpoints: readonly InventoryEndpoint[];
  /** Current and previous certificates, newest first. */
  readonly validity: readonly ValiditySpan[];
}

/** Where an order stands between two renewals. `expected`: no renewal was seen, and the time is a guess (Unix ms). */
export type InventoryRenewal = RenewalState | { readonly kind: 'expected'; readonly dueAt: number };

export type InventoryCopy = Pick<CopyBundleView, 'folder' | 'state' | 'outdated' | 'notAfter'>;

export interface InventoryEndpoint
  extends Pick<EndpointView, 'host' | 'port' | 'protocol' | 'serverName' | 'probedAt' | 'error' | 'omitted'> {
  readonly addresses: readonly InventoryAddress[];
}

export interface InventoryAddress
  extends Pick<AddressView, 'address' | 'relation' | 'servedSince' | 'error'> {
  readonly status: PlaceStatus;
  readonly fingerprint256: string | null;
  readonly commonName: string | null;
  readonly issuerName: string | null;
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  /** When an address that is `unknown` was last seen `current`; otherwise `null`. */
  readonly uncheckedSince: number | null;
  readonly findings: readonly ServedFinding[];
}
