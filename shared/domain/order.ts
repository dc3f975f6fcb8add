import type { AppError } from '../errors.ts';
import { err, ok, type Result } from '../result.ts';
import { cleanText, isCleanText, visibleText } from '../text.ts';
import { type Annotation, noAnnotation } from './annotation.ts';
import type { AuthorityNews } from './authorityNews.ts';
import type { CertificateFacts } from './certificate.ts';
import type { ChainEnd } from './chainEnd.ts';
import type { PlaceTimes } from './conditions/places.ts';
import type { Finding } from './finding.ts';
import type { UsualLead, ValiditySpan } from './renewal.ts';
import { textLimits } from './textLimits.ts';

/** A pulled order: the app polls the service for it. */
export interface PullSource {
  readonly kind: 'pull';
  readonly connectionId: string;
  /** The order's identifier at the service (interface, section 2). Data: never a path or a file name. */
  readonly rid: string;
}

/** A push-only order: known from deliveries alone and approved by the user. The service is never polled for it. */
interface PushSource {
  readonly kind: 'push';
  /** The hook may have been removed since. */
  readonly hookId: string;
  /** The order's name at the service. Data: never a path or a file name. */
  readonly name: string;
}

export type OrderSource = PullSource | PushSource;

/**
 * What polls or deliveries say of an order. Times are Unix milliseconds in UTC; for a push-only order, attempts are
 * accepted deliveries.
 */
export interface SourceRow<Source extends OrderSource = OrderSource> {
  readonly id: string;
  readonly source: Source;
  readonly alias: string | null;
  /** The order's name at the service, where its JSON gave one. */
  readonly serviceName: string | null;
  /** SHA-256 fingerprint of the latest leaf, or `null` before the first success. */
  readonly fingerprint256: string | null;
  readonly commonName: string | null;
  readonly domains: readonly string[];
  readonly issuerName: string | null;
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  /** Source of `notAfter`: the X.509 leaf, or only the service's string without time zone. */
  readonly notAfterSource: 'certificate' | 'service' | null;
  /** `null`: the leaf expires before its chain, or nothing is known of that. */
  readonly chainEnd: ChainEnd | null;
  /** When the service last gave this leaf and all checks were done. */
  readonly lastConfirmedAt: number | null;
  readonly lastAttemptAt: number | null;
  readonly nextPollAt: number | null;
  /** Failures in a row; 0 after a success. */
  readonly failures: number;
  /** The last attempt's error, or `null` when it succeeded. */
  readonly failure: AppError | null;
  readonly findings: readonly Finding[];
}

/** What other parts of the app know of an order. */
export interface RowAdditions extends Annotation {
  readonly snooze: OrderSnooze | null;
  /** How long before notAfter it is usually renewed; `null` before the first success. */
  readonly lead: UsualLead | null;
  /** `null`: the order has neither exported files nor endpoints. */
  readonly deployment: PlaceTimes | null;
  /** `null`: the certificate authority wants nothing, or that is not known. */
  readonly authority: AuthorityNews | null;
}

/** One order as the list shows it. Holds no status: that follows from the clock, see `deriveStatus`. */
export interface OrderRow<Source extends OrderSource = OrderSource> extends SourceRow<Source>, RowAdditions {}

/** A row of which nothing else is known. */
export const noAdditions: RowAdditions = {
  ...noAnnotation,
  snooze: null,
  lead: null,
  deployment: null,
  authority: null,
};

/** What polls or deliveries say of an order before the first of them. */
export function unknownSourceRow<Source extends OrderSource>(id: string, source: Source): SourceRow<Source> {
  return {
    id,
    source,
    alias: null,
    serviceName: null,
    fingerprint256: null,
    commonName: null,
    domains: [],
    issuerName: null,
    notBefore: null,
    notAfter: null,
    notAfterSource: null,
    chainEnd: null,
    lastConfirmedAt: null,
    lastAttemptAt: null,
    nextPollAt: null,
    failures: 0,
    failure: null,
    findings: [],
  };
}

/** A row of which only the source is known. */
export function unknownRow<Source extends OrderSource>(id: string, source: Source): OrderRow<Source> {
  return { ...unknownSourceRow(id, source), ...noAdditions };
}

/** How long an order can be snoozed: 24 hours, 7 days, or until its next renewal. */
export const snoozeSpans = ['day', 'week', 'renewal'] as const;
export type SnoozeSpan = (typeof snoozeSpans)[number];

export interface OrderSnooze {
  /** Unix ms; `null`: until it is renewed. */
  readonly until: number | null;
  /** What happens then. A renewal ends it before in any case. */
  readonly because: 'chosen' | 'critical' | 'expired' | 'renewed';
}

/** The details of one order. Public certificate data only. */
export interface OrderDetails {
  readonly id: string;
  readonly leaf: CertificateFacts | null;
  /** The chain above the leaf, in order. */
  readonly chain: readonly CertificateFacts[];
  /** The service's notAfter without time zone, or `null`. */
  readonly serviceNotAfter: string | null;
  /** Minutes east of UTC of the service's notAfter strings, inferred from this connection's orders, or `null`. */
  readonly serviceZoneOffsetMinutes: number | null;
  /** Previous and current leaves, newest first. */
  readonly history: readonly HistoryEntry[];
  readonly addedAt: number;
}

export interface HistoryEntry extends ValiditySpan {
  readonly serialNumber: string;
  readonly issuerName: string;
  readonly lastSeenAt: number;
}

/** A pulled order, as polls know it. */
export type PulledOrderRow = SourceRow<PullSource>;

export function isPushOnly({ source }: Pick<OrderRow, 'source'>): boolean {
  return source.kind === 'push';
}

/** The id of the connection or hook that an order comes from. */
export function sourceId({ source }: Pick<OrderRow, 'source'>): string {
  return source.kind === 'pull' ? source.connectionId : source.hookId;
}

/** What the service calls an order: its rid, or the name in its deliveries. Data: never a path or a file name. */
export function serviceKey({ source }: Pick<OrderRow, 'source'>): string {
  return source.kind === 'pull' ? source.rid : source.name;
}

/** The display name of an order: alias, service's name, common name, first domain, or `serviceKey`; clean text. */
export function orderTitle(
  order: Pick<OrderRow, 'alias' | 'serviceName' | 'commonName' | 'domains' | 'source'>,
): string {
  const { alias, serviceName, commonName, domains } = order;
  for (const name of [alias, serviceName, commonName, domains[0]]) {
    const clean = cleanText(name ?? '');
    if (clean !== '') return clean;
  }
  return visibleText(serviceKey(order));
}

/** Reads the user's name for an order; `null` for blank text, which removes the name. Error: `invalidInput`. */
export function parseAlias(text: string): Result<string | null> {
  if (text.length > textLimits.alias) return err({ kind: 'invalidInput', field: 'alias', reason: 'tooLong' });
  const alias = text.normalize('NFC').trim();
  if (!isCleanText(alias)) return err({ kind: 'invalidInput', field: 'alias', reason: 'controlCharacters' });
  return ok(alias === '' ? null : alias);
}
