import { DAY_MS } from './thresholds.ts';

/** Clients whose rules are compared, by the names that users know. */
export type Client = 'Chrome' | 'Edge' | 'Firefox' | 'Safari' | 'Go';

const chromium: readonly Client[] = ['Chrome', 'Edge'];

/** Of all that is refused: what speaks against a web server. */
export const browsers: readonly Client[] = [...chromium, 'Firefox', 'Safari'];

/** Keys that clients accept: they offer a signature algorithm for them in TLS. All browsers refuse any other key. */
export const keyRules: Readonly<Record<string, readonly Client[]>> = {
  RSA: [],
  'P-256': [],
  'P-384': [],
  'P-521': [...chromium, 'Safari'],
};

/** The browsers that refuse a kind of key, by the name of its curve or type. */
export function refusingKey(name: string): readonly Client[] {
  return keyRules[name] ?? browsers;
}

/** A longest lifetime for the certificates that begin at a time or later. */
interface LifetimeRule {
  /** Unix ms. */
  readonly from: number;
  /** Of notAfter after notBefore. */
  readonly days: number;
  /** Whether it holds only under a root that browsers trust by themselves. */
  readonly isPublic: boolean;
  readonly clients: readonly Client[];
}

/** Apple's limits, and the CA/Browser Forum's, which Chromium and Apple apply to public roots. The strictest last. */
export const lifetimeRules: readonly LifetimeRule[] = [
  { from: Date.UTC(2019, 6, 1), days: 825, isPublic: false, clients: ['Safari'] },
  publicLimit(Date.UTC(2020, 8, 1), 398),
  publicLimit(Date.UTC(2026, 2, 15), 200),
  publicLimit(Date.UTC(2027, 2, 15), 100),
  publicLimit(Date.UTC(2029, 2, 15), 47),
];

function publicLimit(from: number, days: number): LifetimeRule {
  return { from, days, isPublic: true, clients: [...chromium, 'Safari'] };
}

/** The strictest limit that a lifetime exceeds; `null`: none. Times in Unix ms. */
export function exceededLimit(
  { notBefore, notAfter }: { readonly notBefore: number; readonly notAfter: number },
  isPublic: boolean,
): LifetimeRule | null {
  const exceeded = lifetimeRules.filter(
    (rule) =>
      rule.from <= notBefore && (isPublic || !rule.isPublic) && notAfter - notBefore > rule.days * DAY_MS,
  );
  return exceeded.at(-1) ?? null;
}

/** Apple asks for the purpose of TLS servers in certificates that begin at this time (Unix ms) or later. */
export const purposeRule = { from: Date.UTC(2019, 6, 1), clients: ['Safari'] } as const;

/** Signed timestamps of logs that a certificate under a public root needs; more if it lives longer than `days`. */
export const logRule = { least: 2, days: 180, leastLonger: 3, clients: browsers } as const;

/** Go refuses a negative serial number since 1.23. */
export const serialRule = { clients: ['Go'] } as const;

/** Forms of names that browsers match with no host. */
export const nameRule = { clients: browsers } as const;
