import type { AuthorityNews } from '#shared/domain/authorityNews.ts';
import { type PlaceKind, type PlaceTimes, placeKinds } from '#shared/domain/conditions/places.ts';
import { type OrderRow, type OrderSource, type PullSource, unknownRow } from '#shared/domain/order.ts';
import { ALWAYS, DAY_MS, NEVER } from '#shared/domain/thresholds.ts';

export function pullSource(rid: string, connectionId = 'c1'): PullSource {
  return { kind: 'pull', connectionId, rid };
}

export function pushSource(name = 'Pushed', hookId = 'h1'): OrderSource {
  return { kind: 'push', hookId, name };
}

/** An order that was added and never polled, with overrides. */
export function unfetchedOrder(id: string, change: Partial<OrderRow> = {}): OrderRow {
  return { ...unknownRow(id, pullSource(`rid-${id}`)), ...change };
}

/** An order with a certificate of 90 days that has `days` left at `now` (Unix ms), confirmed at that moment. */
export function orderWithDays(
  id: string,
  days: number,
  now: number,
  change: Partial<OrderRow> = {},
): OrderRow {
  const notAfter = now + days * DAY_MS;
  return unfetchedOrder(id, {
    fingerprint256: `leaf-${id}`,
    commonName: `${id}.example.com`,
    domains: [`${id}.example.com`],
    issuerName: 'Test CA',
    notBefore: notAfter - 90 * DAY_MS,
    notAfter,
    notAfterSource: 'certificate',
    lastConfirmedAt: now,
    lastAttemptAt: now,
    ...change,
  });
}

/** The rid of an existing pulled order; empty for any other. */
export function ridOf(order: OrderRow | undefined): string {
  return order?.source.kind === 'pull' ? order.source.rid : '';
}

/** What a certificate authority said: nothing, with overrides. */
export function authorityNews(change: Partial<AuthorityNews> = {}): AuthorityNews {
  return { revoked: null, replacement: null, revocationCheck: null, renewalCheck: null, ...change };
}

/** From when on the places of an order are conditions: never, with overrides. */
export function timesOfPlaces(change: Partial<PlaceTimes> = {}): PlaceTimes {
  const kinds: readonly PlaceKind[] = placeKinds;
  const never = Object.fromEntries(kinds.map((kind) => [kind, NEVER])) as Record<PlaceKind, number>;
  return { ...never, settlesUntil: ALWAYS, servedEnd: NEVER, isUnseen: false, ...change };
}
