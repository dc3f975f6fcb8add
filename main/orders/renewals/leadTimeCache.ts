import type { Logger } from '#main/platform/logger.ts';
import { firstSight, replaces } from '#shared/domain/certificate.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { type UsualLead, usualLead } from '#shared/domain/renewal.ts';
import type { OrderSpan } from '#shared/domain/timeline.ts';
import type { OverlaidOrder, RowOverlay, SourceFacts } from '../list/orderSource.ts';
import type { SpanRepository } from './orderHistories.ts';

export interface LeadTimeCachePorts {
  readonly histories: Pick<SpanRepository, 'of'>;
  /** A current order, without its lead time. */
  readonly order: (id: string) => SourceFacts | null;
  readonly logger: Logger;
}

/** How an order came by its current leaf. */
export interface LeafOrigin {
  /** Unix ms. */
  readonly firstSeenAt: number;
  /** It replaced another leaf: neither the first one, nor an older one that the service gives again. */
  readonly isRenewal: boolean;
}

interface Known {
  /** Of the leaf that the lead time was computed with. */
  readonly fingerprint256: string;
  readonly lead: UsualLead | null;
  readonly origin: LeafOrigin | null;
}

/**
 * The usual lead time of each order, and whether its current leaf is a renewal. Computed when it is first asked for, and
 * again for each new leaf.
 */
export class LeadTimeCache implements RowOverlay {
  readonly #ports: LeadTimeCachePorts;
  readonly #known = new Map<string, Known>();
  readonly #unread = new Set<string>();

  readonly part = 'certificate';
  readonly follows = ['existence', 'certificate', 'poll'] as const;
  readonly fields = { lead: ({ id }: OverlaidOrder) => this.#known.get(id)?.lead ?? null };

  constructor(ports: LeadTimeCachePorts) {
    this.#ports = ports;
  }

  /** Reads the histories of all these orders at once. */
  prepare(rows: readonly SourceFacts[]): void {
    this.#compute(rows.filter(({ id, fingerprint256 }) => fingerprint256 !== null && !this.#known.has(id)));
  }

  /** How an order came by its leaf; `null` without a leaf, and while its history cannot be read. */
  originOf({ id, fingerprint256 }: Pick<OrderRow, 'id' | 'fingerprint256'>): LeafOrigin | null {
    if (fingerprint256 !== null && !this.#known.has(id)) this.#compute(this.#current([id]));
    const known = this.#known.get(id);
    return known?.fingerprint256 === fingerprint256 ? known.origin : null;
  }

  /** Reads the histories again that could not be read. */
  readUnread(): void {
    this.#compute(this.#current([...this.#unread]));
  }

  /** Orders changed. Lead times depend on their leaves only. */
  ordersChanged({
    upserts,
    removed,
  }: {
    readonly upserts: readonly string[];
    readonly removed: readonly string[];
  }): boolean {
    for (const id of removed) {
      this.#known.delete(id);
      this.#unread.delete(id);
    }
    const changed = this.#current(upserts).filter((row) => {
      const known = this.#known.get(row.id);
      return row.fingerprint256 !== (known?.fingerprint256 ?? null) || isToCome(known?.origin, row);
    });
    this.#compute(changed);
    return changed.length > 0;
  }

  #current(ids: readonly string[]): readonly SourceFacts[] {
    return ids.flatMap((id) => this.#ports.order(id) ?? []);
  }

  #compute(rows: readonly SourceFacts[]): void {
    if (rows.length === 0) return;
    const spans = this.#ports.histories.of(rows.map(({ id }) => id));
    if (!spans.ok && this.#unread.size === 0) {
      this.#ports.logger.warn('Histories were not read', { error: spans.error.kind });
    }
    const histories = Map.groupBy(spans.ok ? spans.value : [], ({ orderId }) => orderId);
    for (const row of rows) {
      const { id, fingerprint256, notBefore, notAfter } = row;
      if (spans.ok) this.#unread.delete(id);
      else this.#unread.add(id);
      if (fingerprint256 === null || notBefore === null || notAfter === null) {
        this.#known.delete(id);
        continue;
      }
      // The current leaf counts even if the history could not be read; a duplicate counts once.
      const present = { fingerprint256, notBefore, notAfter, firstSeenAt: notBefore };
      const history = histories.get(id) ?? [];
      this.#known.set(id, {
        fingerprint256,
        lead: usualLead([...history, present]),
        origin: originOf(row, history),
      });
    }
  }
}

/** Whether a leaf was first seen after it was last confirmed: the clock was ahead then. */
function isToCome(origin: LeafOrigin | null | undefined, { lastConfirmedAt }: SourceFacts): boolean {
  return (origin?.firstSeenAt ?? 0) > (lastConfirmedAt ?? Number.POSITIVE_INFINITY);
}

function originOf(
  { fingerprint256, lastConfirmedAt }: SourceFacts,
  history: readonly OrderSpan[],
): LeafOrigin | null {
  const present = history.find((span) => span.fingerprint256 === fingerprint256);
  if (present === undefined) return null;
  const firstSeenAt = firstSight(present.firstSeenAt, lastConfirmedAt ?? present.firstSeenAt, present);
  const isRenewal = history.length > 1 && history.every((span) => span === present || follows(present, span));
  return { firstSeenAt, isRenewal };
}

/** Whether a leaf replaced another. During a renewal, a service may still give the previous one for a while. */
function follows(leaf: OrderSpan, other: OrderSpan): boolean {
  if (!replaces(leaf, other)) return false;
  return !replaces(other, leaf) || leaf.firstSeenAt > other.firstSeenAt;
}
