import type { OverlaidOrder, RowOverlay } from '#main/orders/list/orderSource.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { CrlIssue } from '#main/x509/certificates/crl.ts';
import type { AuthorityNews } from '#shared/domain/authorityNews.ts';
import { isEqual } from '#shared/isEqual.ts';
import type { Result } from '#shared/result.ts';

/** What is stored of the certificate authority's words about the current certificate of an order. */
export interface AuthorityRecord extends AuthorityNews {
  readonly fingerprint256: string;
  /** Start of the first window that was seen, Unix ms; `null`: none yet. */
  readonly firstStart: number | null;
  /** The newest revocation list that was used; `null`: none yet. */
  readonly list: CrlIssue | null;
}

/** A question to an authority, which the user can switch on. */
export type Part = 'revocation' | 'renewal';

/** The field of a record about the last time that a question was asked. */
export const checks = { revocation: 'revocationCheck', renewal: 'renewalCheck' } as const;

/** The record of a certificate about which nothing was asked. */
export function unaskedRecord(fingerprint256: string): AuthorityRecord {
  return {
    fingerprint256,
    revoked: null,
    revocationCheck: null,
    list: null,
    replacement: null,
    firstStart: null,
    renewalCheck: null,
  };
}

/** A record without the other parts; the same record if it has none of them. */
function recordOf(record: AuthorityRecord, parts: readonly Part[]): AuthorityRecord {
  const has = (part: Part) => record[checks[part]] !== null && !parts.includes(part);
  if (!has('revocation') && !has('renewal')) return record;
  return {
    ...record,
    ...(has('revocation') ? { revoked: null, revocationCheck: null, list: null } : {}),
    ...(has('renewal') ? { replacement: null, firstStart: null, renewalCheck: null } : {}),
  };
}

export interface AuthorityRepository {
  /** By order. Throws when the database does. */
  load(): ReadonlyMap<string, AuthorityRecord>;
  /** Error: `storage`. */
  save(orderId: string, record: AuthorityRecord): Result<null>;
  /** Error: `storage`. */
  remove(orderIds: readonly string[]): Result<null>;
}

/** What the authorities said about all orders: the one place that the status reads it from. */
export class AuthorityRecords implements RowOverlay {
  readonly #repository: AuthorityRepository;
  readonly #records: Map<string, AuthorityRecord>;
  readonly #news = new WeakMap<AuthorityRecord, AuthorityNews>();
  readonly #changed = new Emitter<readonly string[]>('authorityRecords.changed');

  /** Fires with the ids of the orders whose news changed. */
  readonly onDidChange = this.#changed.event;
  readonly part = 'authority';
  readonly fields = { authority: (order: OverlaidOrder) => this.#newsAbout(order) };

  /** Throws when the database does. */
  constructor(repository: AuthorityRepository) {
    this.#repository = repository;
    this.#records = new Map(repository.load());
  }

  get(orderId: string): AuthorityRecord | null {
    return this.#records.get(orderId) ?? null;
  }

  /** The ids of all orders with a record. */
  ids(): string[] {
    return [...this.#records.keys()];
  }

  set(orderId: string, record: AuthorityRecord): void {
    const before = this.#records.get(orderId);
    if (before === record) return;
    // An error shows in the log of the database; the next answer is stored again.
    this.#repository.save(orderId, record);
    this.#records.set(orderId, record);
    const news = (each: AuthorityRecord | undefined) => (each === undefined ? null : this.#newsOf(each));
    if (!isEqual(news(before), news(record))) this.#changed.fire([orderId]);
  }

  /** Keeps what is about the current certificates of these orders, and of that what belongs to these parts. */
  keepOnly(
    orders: readonly { readonly id: string; readonly fingerprint256: string }[],
    parts: readonly Part[],
  ): void {
    const current = new Map(orders.map(({ id, fingerprint256 }) => [id, fingerprint256]));
    const all = [...this.#records];
    this.remove(all.flatMap(([id, record]) => (current.get(id) === record.fingerprint256 ? [] : id)));
    for (const [id, record] of [...this.#records]) this.set(id, recordOf(record, parts));
  }

  remove(orderIds: readonly string[]): void {
    const known = orderIds.filter((id) => this.#records.has(id));
    if (known.length === 0) return;
    this.#repository.remove(known);
    for (const id of known) this.#records.delete(id);
    this.#changed.fire(known);
  }

  /** What was said about a previous certificate is no news. */
  #newsAbout({ id, fingerprint256 }: OverlaidOrder): AuthorityNews | null {
    const record = this.#records.get(id);
    const isCurrent = fingerprint256 === record?.fingerprint256;
    return record !== undefined && isCurrent ? this.#newsOf(record) : null;
  }

  #newsOf(record: AuthorityRecord): AuthorityNews {
    const known = this.#news.get(record);
    if (known !== undefined) return known;
    const { fingerprint256: _, firstStart: __, list: ___, ...news } = record;
    this.#news.set(record, news);
    return news;
  }
}
