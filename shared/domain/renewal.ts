import { DAY_MS, NEVER } from './thresholds.ts';

/** How long before its notAfter an order is usually renewed. */
export interface UsualLead {
  readonly leadMs: number;
  /** Number of renewals it is the median of; 0: a third of the lifetime, because there was no renewal yet. */
  readonly renewals: number;
}

/**
 * Where an order stands between two renewals. `notDue`: it would not be renewed yet. `due`: this is about the time.
 * `overdue`: past the usual time by more than renewals usually vary. Times in ms; `byMs`: past the usual time.
 */
export type RenewalState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'notDue'; readonly dueAt: number }
  | { readonly kind: 'due'; readonly dueAt: number }
  | { readonly kind: 'overdue'; readonly dueAt: number; readonly byMs: number };

/** The validity of one leaf of an order. Times in Unix ms. */
export interface ValiditySpan {
  readonly fingerprint256: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly firstSeenAt: number;
}

/** Number of latest renewals that count. */
const RENEWALS_COUNTED = 5;

/** The lead of an order without renewals: this part (1/n) of the lifetime. */
const LIFETIME_DIVISOR = 3;

/** Leaves that came within this time (ms), or within this part (1/n) of a shorter lifetime, count as one renewal. */
const SAME_MS = DAY_MS;
const SAME_DIVISOR = 10;

/** A single renewal with more than this part of the lifetime left is a replacement. */
const HABIT_MOST = 2 / 3;

/** A leaf with less than this part (1/n) of the lifetime is renewed later than the one before. */
const COMPARABLE = 1.5;

/**
 * How long before notAfter an order is usually renewed: the median of its last five renewals (of an even number the
 * shorter of the two in the middle, which alerts later). `null` without any leaf. The order of `spans` does not
 * matter.
 * A leaf came at its notBefore: when it was first seen depends on when the app ran. A leaf seen before its notBefore
 * was issued ahead, and came when it was seen. A reissue, which keeps notAfter, and a previous leaf that appears
 * again are not renewals, and leaves that came together count once. A renewal after the expiry was late: it has no lead.
 * Authorities shorten lifetimes: of a much shorter one, the lead is the same part. A single renewal in the first third of the
 * lifetime is a replacement, as after a lost key, and no habit.
 */
export function usualLead(spans: readonly ValiditySpan[]): UsualLead | null {
  const leaves = inOrder(spans);
  const [first] = leaves;
  if (first === undefined) return null;
  let current = first;
  let cameAt = came(first);
  const renewals: Renewal[] = [];
  for (const next of leaves) {
    if (isApart(next.notAfter, current.notAfter, current) && isApart(came(next), cameAt, current)) {
      const leadMs = current.notAfter - came(next);
      if (leadMs > 0) renewals.push({ leadMs, lifetime: lifetimeOf(current) });
      cameAt = came(next);
    }
    current = next;
  }
  const present = lifetimeOf(current);
  const leads = renewals.slice(-RENEWALS_COUNTED).map((renewal) => leadFor(renewal, present));
  const middle = leads.sort((one, other) => one - other)[(leads.length - 1) >> 1];
  const isReplacement = leads.length === 1 && middle !== undefined && middle > present * HABIT_MOST;
  if (middle === undefined || isReplacement)
    return { leadMs: Math.floor(present / LIFETIME_DIVISOR), renewals: 0 };
  return { leadMs: middle, renewals: leads.length };
}

interface Renewal {
  readonly leadMs: number;
  /** Of the leaf that was replaced. */
  readonly lifetime: number;
}

/** What a renewal says about a leaf of another lifetime: the same part of it where that is shorter. */
function leadFor({ leadMs, lifetime }: Renewal, present: number): number {
  const isShorter = present * COMPARABLE < lifetime;
  return isShorter ? Math.floor((leadMs / lifetime) * present) : leadMs;
}

function inOrder(spans: readonly ValiditySpan[]): readonly ValiditySpan[] {
  const leaves = new Map<string, ValiditySpan>();
  for (const span of spans) {
    const known = leaves.get(span.fingerprint256);
    if (known === undefined || span.firstSeenAt < known.firstSeenAt) leaves.set(span.fingerprint256, span);
  }
  return [...leaves.values()].sort(
    (a, b) => came(a) - came(b) || a.notAfter - b.notAfter || a.notBefore - b.notBefore,
  );
}

function came({ notBefore, firstSeenAt }: ValiditySpan): number {
  return Math.min(notBefore, firstSeenAt);
}

function lifetimeOf({ notBefore, notAfter }: ValiditySpan): number {
  return Math.max(0, notAfter - notBefore);
}

function isApart(one: number, other: number, span: ValiditySpan): boolean {
  return Math.abs(one - other) > Math.min(SAME_MS, lifetimeOf(span) / SAME_DIVISOR);
}

/** Whether no renewal was seen: the usual time is a guess, at which nothing is due. */
export function isGuess({ renewals }: UsualLead): boolean {
  return renewals === 0;
}

export interface RenewalFacts {
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  readonly lead: UsualLead | null;
  readonly source: { readonly kind: 'pull' | 'push' };
  /** When the service last gave this certificate, Unix ms. */
  readonly lastConfirmedAt: number | null;
}

/** Where an order stands at `now` (Unix ms). Overdue: see `overdueFrom`. */
export function renewalState(order: RenewalFacts, now: number): RenewalState {
  const dueAt = renewalDueAt(order);
  if (dueAt === null) return { kind: 'unknown' };
  if (now < dueAt) return { kind: 'notDue', dueAt };
  return now >= overdueFrom(order) ? { kind: 'overdue', dueAt, byMs: now - dueAt } : { kind: 'due', dueAt };
}

/** The usual time of the next renewal, Unix ms, which is never before notBefore; `null`: not known. */
function renewalDueAt({ notBefore, notAfter, lead }: RenewalFacts): number | null {
  if (notAfter === null || lead === null) return null;
  return Math.max(notAfter - lead.leadMs, notBefore ?? Number.NEGATIVE_INFINITY);
}

/**
 * From when on an order is overdue, Unix ms: when the usual time is past by more than a day and more than a tenth of the
 * lead; for leads of less than two days, by more than half of it. `NEVER` without a renewal that was seen, because a guess
 * is no appointment, and as long as the service has not given the old certificate after that time.
 */
export function overdueFrom(order: RenewalFacts): number {
  const { notAfter, lead, lastConfirmedAt, source } = order;
  const dueAt = renewalDueAt(order);
  if (dueAt === null || notAfter === null || lead === null || isGuess(lead)) return NEVER;
  const from = Math.floor(dueAt + slackMs(notAfter - dueAt)) + 1;
  const isSeen = source.kind === 'push' || (lastConfirmedAt !== null && lastConfirmedAt >= from);
  return isSeen ? from : NEVER;
}

function slackMs(leadMs: number): number {
  return Math.min(Math.max(DAY_MS, leadMs / 10), leadMs / 2);
}
