import { z } from 'zod';
import type { OrderMaterial } from './orderBook.ts';
import type { Endpoint } from './routes.ts';
import { endpoints } from './routes.ts';

/** The kinds of wrong PEM. */
const wrongPemVariants = [
  'truncated',
  'keyForCertificate',
  'otherKey',
  'wrongOrder',
  'missingIntermediate',
] as const;

/** A kind of wrong PEM. */
export type WrongPemVariant = (typeof wrongPemVariants)[number];

const scope = {
  /** Number of requests that the fault lasts; default: until it is cleared. */
  times: z.int().positive().optional(),
  /** Affected endpoints; default: all five. */
  only: z.array(z.enum(endpoints)).optional(),
};

/** A fault as it is written in a control command. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()).optional(),
    ...scope,
  }),
  z.strictObject({ kind: z.literal('delay'), ms: z.number().nonnegative(), ...scope }),
  z.strictObject({ kind: z.literal('dropMidBody'), ...scope }),
  z.strictObject({ kind: z.literal('html200'), ...scope }),
  z.strictObject({ kind: z.literal('wrongPem'), variant: z.enum(wrongPemVariants), ...scope }),
  z.strictObject({
    kind: z.literal('oversized'),
    variant: z.enum(['declared', 'chunked', 'gzip']).optional(),
    ...scope,
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    status: z
      .union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)])
      .optional(),
    location: z.string().optional(),
    ...scope,
  }),
]);

/**
 * A fault of one rid:
 * - `status`: that status with a JSON error body, and headers such as `retry-after`;
 * - `delay`: the right answer, `ms` milliseconds late;
 * - `dropMidBody`: the right head and half the body, then the connection is closed;
 * - `html200`: a login page with status 200;
 * - `wrongPem`: truncated certificate, key instead of the certificate, a key of the same kind that belongs to
 *   another certificate, chain before leaf, or no intermediate;
 * - `oversized`: more than 1 MiB, with its length `declared` (default) or sent `chunked`, or a small `gzip`
 *   body that unpacks to 16 MiB, sent whether the client accepts gzip or not;
 * - `redirect`: to `location`, by default the same path at the service under its other host name (another
 *   origin), with status 302 by default.
 *
 * `times` limits it to a number of requests, `only` to some endpoints.
 */
export type Fault = z.infer<typeof faultSchema>;

/** The active faults, by rid. */
export class FaultBoard {
  readonly #faults = new Map<string, { readonly fault: Fault; left: number }>();

  /** Sets the fault of a rid. The rid need not have an order. */
  set(rid: string, fault: Fault): void {
    this.#faults.set(rid, { fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  /** Clears the fault of one rid, or all faults. */
  clear(rid?: string): void {
    if (rid === undefined) this.#faults.clear();
    else this.#faults.delete(rid);
  }

  /** The fault of this request, if any; counts the request against its `times`. */
  take(rid: string, endpoint: Endpoint): Fault | undefined {
    const entry = this.#faults.get(rid);
    if (entry === undefined || entry.fault.only?.includes(endpoint) === false) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.#faults.delete(rid);
    return entry.fault;
  }

  /** The active faults, for the state of the service. */
  list(): Readonly<Record<string, Fault>> {
    return Object.fromEntries([...this.#faults].map(([rid, { fault }]) => [rid, fault]));
  }
}

// Cut in the middle of the base64, as by a lost connection behind a proxy.
function truncated(pem: string): string {
  return pem.slice(0, Math.floor(pem.length * 0.4));
}

const spoilers: Readonly<
  Record<WrongPemVariant, (material: OrderMaterial, otherKey: string) => Partial<OrderMaterial>>
> = {
  truncated: ({ certificate, certificateServer, certificateChain }) => ({
    certificate: truncated(certificate),
    certificateServer: truncated(certificateServer),
    certificateChain: truncated(certificateChain),
  }),
  keyForCertificate: ({ key }) => ({ certificate: key, certificateServer: key }),
  otherKey: (_material, otherKey) => ({ key: otherKey }),
  wrongOrder: ({ certificateServer, certificateChain }) => ({
    certificate: certificateChain + certificateServer,
  }),
  missingIntermediate: ({ certificateServer }) => ({ certificate: certificateServer, certificateChain: '' }),
};

/** The material with its PEM wrong in one way; `otherKey` is a private key (PEM) that does not fit the leaf. */
export function spoil(material: OrderMaterial, variant: WrongPemVariant, otherKey: string): OrderMaterial {
  return { ...material, ...spoilers[variant](material, otherKey) };
}
