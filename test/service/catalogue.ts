import type { Fault } from './faults.ts';
import type { KeyKind } from './keyPool.ts';
import type { OrderSpec } from './orderBook.ts';

/** The state that a client should show for a showcase order. */
type ShowcaseState =
  | 'healthy'
  | 'expiring'
  | 'critical'
  | 'expiresToday'
  | 'expired'
  | 'notYetValid'
  | 'failing'
  | 'unknownRid';

/** One line of the showcase. */
export interface ShowcaseEntry {
  readonly rid: string;
  readonly state: ShowcaseState;
  /** Missing if the service has no such order. */
  readonly spec?: OrderSpec & { readonly name: string };
  /** A fault that is active from the start. */
  readonly fault?: Fault;
}

const hour = 1 / 24;

function hostedNames(count: number): [string, ...string[]] {
  const numbered = Array.from({ length: count - 1 }, (_, index) => `site-${index + 1}.hosting.example.net`);
  return ['hosting.example.net', ...numbered];
}

function entry(
  rid: string,
  state: ShowcaseState,
  spec: OrderSpec & { readonly name: string },
  fault?: Fault,
): ShowcaseEntry {
  return { rid, state, spec: { ...spec, rid }, ...(fault === undefined ? {} : { fault }) };
}

/** Twelve orders in every state for the demo, and one rid that the service does not know. */
export const showcase: readonly ShowcaseEntry[] = [
  entry('k7Qm2VxT9bRw', 'healthy', {
    name: 'Payments',
    domains: ['pay.example.com', 'checkout.example.com'],
    keyKind: 'rsa4096',
    keyEncoding: 'pkcs1',
    days: 396,
    lifetimeDays: 398,
  }),
  entry('H3sYp8LdZc5N', 'expiring', {
    name: 'Customer portal',
    domains: ['portal.example.com', 'login.example.com'],
    days: 20,
  }),
  entry('w9FgKe4UtJ6x', 'critical', {
    name: 'Public API',
    domains: ['api.example.net'],
    keyKind: 'p384',
    keyEncoding: 'sec1',
    days: 3,
  }),
  entry('R5nBv1XqMa8C', 'expiresToday', {
    name: 'Mail gateway',
    domains: ['mail.example.org', 'smtp.example.org', 'imap.example.org'],
    keyKind: 'rsa2048',
    days: 5 * hour,
  }),
  entry('t2LzWj7HsEy4', 'expired', {
    name: 'Spring campaign',
    domains: ['spring.example.com'],
    keyKind: 'rsa2048',
    keyEncoding: 'pkcs1',
    days: -4,
  }),
  entry('D8pUc6GfQk3V', 'notYetValid', {
    name: 'Autumn release',
    domains: ['autumn.example.com'],
    days: 91,
    lifetimeDays: 90,
  }),
  entry('m4XrTn9BwSv7', 'healthy', {
    name: 'Edge nodes (six-day certificate)',
    domains: ['edge.example.net'],
    days: 5,
    lifetimeDays: 6,
  }),
  entry('Z1hJd5KyPg8L', 'healthy', {
    name: 'Apps (wildcard)',
    domains: ['*.apps.example.com', 'apps.example.com'],
    keyEncoding: 'sec1',
    days: 74,
  }),
  entry('a6VqNc3RxMt9', 'healthy', {
    name: 'Bücher und 書籍',
    domains: ['xn--bcher-kva.example', 'xn--rovu88b.example'],
    keyKind: 'rsa2048',
    days: 61,
  }),
  entry('F9eWs2TzUb7H', 'healthy', {
    name: 'Shared hosting (100 names)',
    domains: hostedNames(100),
    days: 48,
  }),
  entry('y3KmGx8DvLp5', 'healthy', {
    name: 'Service mesh',
    domains: ['mesh.example.test', '192.0.2.10'],
    keyKind: 'p384',
    days: 55,
  }),
  entry(
    'J7tCf4QnRh6Z',
    'failing',
    { name: 'Partner gateway', domains: ['partner.example.org'], days: 40 },
    { kind: 'status', status: 503, headers: { 'retry-after': '120' } },
  ),
  { rid: 'B5wXe1MsYk9T', state: 'unknownRid' },
];

// Mulberry32: small, and the same on every machine. The seed decides names, domains, kinds and times; keys and
// serial numbers come from the system and differ with every start.

/** Pseudo-random numbers from 0 to 1 (exclusive); equal seeds (any integer) give equal numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ridAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const teams = [
  'billing',
  'search',
  'media',
  'support',
  'identity',
  'logistics',
  'partners',
  'analytics',
] as const;
const parts = ['api', 'www', 'admin', 'cdn', 'auth', 'events', 'mail', 'status'] as const;
const zones = ['example.com', 'example.org', 'example.net', 'example.test'] as const;

interface Weighted<T> {
  readonly weight: number;
  readonly value: T;
}

const kinds: readonly [Weighted<KeyKind>, ...Weighted<KeyKind>[]] = [
  { weight: 48, value: 'p256' },
  { weight: 32, value: 'rsa2048' },
  { weight: 17, value: 'p384' },
  { weight: 3, value: 'rsa4096' },
];

interface Span {
  readonly from: number;
  readonly to: number;
  readonly lifetimeDays?: number;
}

// Days to expiry: mostly far, with some of every state that a client distinguishes.
const spans: readonly [Weighted<Span>, ...Weighted<Span>[]] = [
  { weight: 60, value: { from: 31, to: 89 } },
  { weight: 12, value: { from: 90, to: 400 } },
  { weight: 12, value: { from: 8, to: 30 } },
  { weight: 6, value: { from: 1, to: 7 } },
  { weight: 2, value: { from: hour, to: 1 } },
  { weight: 1, value: { from: 0.005, to: hour } },
  { weight: 3, value: { from: -90, to: 0 } },
  { weight: 2, value: { from: 1, to: 6, lifetimeDays: 6 } },
  { weight: 2, value: { from: 91, to: 95, lifetimeDays: 90 } },
];

function chosen<T>(random: number, values: readonly [Weighted<T>, ...Weighted<T>[]]): T {
  let left = random * values.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, value } of values) {
    left -= weight;
    if (left < 0) return value;
  }
  return values[0].value;
}

/** Creates `count` different orders of all kinds, states and sizes; equal seeds (any integer) give equal specs. */
export function seededOrders(count: number, seed: number): OrderSpec[] {
  const random = randomFrom(seed);
  const pick = <T>(values: ArrayLike<T>): T | undefined => values[Math.floor(random() * values.length)];
  return Array.from({ length: count }, (_, index) => {
    const rid = Array.from({ length: 12 }, () => pick(ridAlphabet)).join('');
    const team = pick(teams);
    const part = pick(parts);
    const host = `${part}-${index + 1}.${team}.${pick(zones)}`;
    const first = random() < 0.1 ? `*.${host}` : host;
    const extraNames = random() < 0.02 ? Math.floor(random() * 100) : Math.floor(random() * 4);
    const extra = Array.from({ length: extraNames }, (_name, number) => `alt-${number + 1}.${host}`);
    const keyKind = chosen(random(), kinds);
    const span = chosen(random(), spans);
    return {
      rid,
      name: `${team} ${part} ${index + 1}`,
      domains: [first, ...extra],
      keyKind,
      days: span.from + random() * (span.to - span.from),
      ...(span.lifetimeDays === undefined ? {} : { lifetimeDays: span.lifetimeDays }),
    };
  });
}
