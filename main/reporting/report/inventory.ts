import { eachStep, type Steps } from '#main/platform/slices.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { Terms } from '#shared/domain/conditions/condition.ts';
import { conditionsOf } from '#shared/domain/conditions/conditions.ts';
import { summarisePlaces } from '#shared/domain/conditions/placeSummary.ts';
import { addressesNow, addressStatus, uncheckedSince } from '#shared/domain/conditions/places.ts';
import { termsOf } from '#shared/domain/conditions/terms.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { AddressView, EndpointView } from '#shared/domain/endpoint.ts';
import type {
  Inventory,
  InventoryAddress,
  InventoryCopy,
  InventoryEndpoint,
  InventoryOrder,
  InventoryRenewal,
} from '#shared/domain/inventory.ts';
import { isPushOnly, type OrderRow, orderTitle, serviceKey, sourceId } from '#shared/domain/order.ts';
import { isGuess, renewalState } from '#shared/domain/renewal.ts';
import { waitsUntil } from '#shared/domain/serviceWait.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { deriveStatus } from '#shared/domain/status.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';

/** The input of an inventory. Times in Unix ms. */
export interface InventoryFacts {
  readonly takenAt: number;
  /** As in the inventory. */
  readonly clockAheadMs: number | null;
  /** Version of the app. */
  readonly version: string;
  /** Orders with their lead times. */
  readonly orders: readonly OrderRow[];
  readonly connections: readonly Pick<ConnectionView, 'id' | 'name' | 'polling'>[];
  readonly hooks: readonly { readonly id: string; readonly name: string }[];
  readonly copies: readonly CopyBundleView[];
  readonly endpoints: readonly EndpointView[];
  /** Spans of these orders, and possibly of others. */
  readonly spans: readonly OrderSpan[];
  readonly settings: Settings;
}

/** Combines all stored facts into an inventory, in steps: an order in each. */
export function* buildInventory(facts: InventoryFacts): Steps<Inventory> {
  const { takenAt, version, settings } = facts;
  const terms = termsOf(settings);
  const connections = new Map(facts.connections.map((connection) => [connection.id, connection]));
  const hooks = new Map(facts.hooks.map(({ id, name }) => [id, name]));
  const copies = Map.groupBy(facts.copies, ({ orderId }) => orderId);
  yield;
  const endpoints = Map.groupBy(facts.endpoints, ({ orderId }) => orderId);
  yield;
  const spans = Map.groupBy(facts.spans, ({ orderId }) => orderId);
  yield;
  const orders = yield* eachStep(facts.orders, (order): InventoryOrder => {
    const { id } = order;
    const connection = connections.get(sourceId(order));
    const polling = connection?.polling.kind ?? 'active';
    const places = { copies: copies.get(id) ?? [], endpoints: endpoints.get(id) ?? [] };
    return {
      ...order,
      title: orderTitle(order),
      rid: serviceKey(order),
      pushOnly: isPushOnly(order),
      connection: connection?.name ?? hooks.get(sourceId(order)) ?? '',
      status: deriveStatus(order, polling, settings, takenAt),
      conditions: conditionsOf(order, polling, terms, takenAt),
      polling,
      waitsUntil: waitsUntil(order, takenAt),
      renewal: renewalOf(order, takenAt),
      warns: warnsOf(order, terms),
      places: summarisePlaces(places, takenAt),
      copies: places.copies.map(copyOf),
      endpoints: places.endpoints.map((endpoint) => endpointOf(endpoint, takenAt)),
      validity: (spans.get(id) ?? [])
        .map(({ orderId: _, ...span }) => span)
        .sort((one, other) => other.notBefore - one.notBefore || other.notAfter - one.notAfter),
    };
  });
  return { takenAt, clockAheadMs: facts.clockAheadMs, version, terms, orders: orders.toSorted(soonestFirst) };
}

type Dated = Pick<InventoryOrder, 'id' | 'title' | 'notAfter' | 'chainEnd'>;

function warnsOf(order: OrderRow, terms: Terms): InventoryOrder['warns'] {
  const own = terms.own(order);
  const from = own === null ? 'general' : own.tag === null ? 'order' : 'tag';
  const windows = { warningMs: terms.warningMs(order), criticalMs: terms.criticalMs(order) };
  return { ...windows, from, tag: own?.tag ?? null };
}

function renewalOf(order: OrderRow, now: number): InventoryRenewal {
  const state = renewalState(order, now);
  if (state.kind === 'unknown' || order.lead === null || !isGuess(order.lead)) return state;
  return { kind: 'expected', dueAt: state.dueAt };
}

/** The order of orders in an inventory. */
export function soonestFirst(one: Dated, other: Dated): number {
  const ends = [endOf(one) ?? Number.POSITIVE_INFINITY, endOf(other) ?? Number.POSITIVE_INFINITY] as const;
  if (ends[0] !== ends[1]) return ends[0] < ends[1] ? -1 : 1;
  if (one.title !== other.title) return one.title < other.title ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

function copyOf({ folder, state, outdated, notAfter }: CopyBundleView): InventoryCopy {
  return { folder, state, outdated, notAfter };
}

function endpointOf(endpoint: EndpointView, now: number): InventoryEndpoint {
  const { host, port, protocol, serverName, probedAt, error, omitted } = endpoint;
  const addresses = addressesNow(endpoint).map((address) => addressOf(address, endpoint, now));
  return { host, port, protocol, serverName, probedAt, error, addresses, omitted };
}

function addressOf(view: AddressView, endpoint: EndpointView, now: number): InventoryAddress {
  const { address, served, relation, servedSince, error } = view;
  const status = addressStatus(view, endpoint, now);
  return {
    address,
    status,
    relation,
    fingerprint256: served?.fingerprint256 ?? null,
    commonName: served?.commonName ?? null,
    issuerName: served?.issuerName ?? null,
    notBefore: served?.notBefore ?? null,
    notAfter: served?.notAfter ?? null,
    servedSince,
    uncheckedSince: uncheckedSince(view, status),
    findings: served?.findings ?? [],
    error,
  };
}
