import { randomBytes, X509Certificate } from 'node:crypto';
import type { CertificateAuthority, IssuerKind } from './certificateAuthority.ts';
import { isRsa, type KeyEncoding, type KeyKind, type KeyPool, privateKeyPem } from './keyPool.ts';
import { formatInZone } from './zones.ts';

/** The certificate material of an order under the names of interface section 2. All but notAfter are PEM. */
export interface OrderMaterial {
  readonly key: string;
  readonly certificate: string;
  readonly certificateServer: string;
  readonly certificateChain: string;
  /** `YYYY-MM-DD HH:mm:ss` in the zone of the service. */
  readonly notAfter: string;
}

/** An order with its latest certificate. */
export interface ServiceOrder {
  readonly rid: string;
  readonly name: string;
  readonly domains: readonly [string, ...string[]];
  readonly keyKind: KeyKind;
  readonly keyEncoding: KeyEncoding;
  readonly issuer: IssuerKind;
  readonly material: OrderMaterial;
  /** SHA-256 of the leaf's DER: 64 lowercase hexadecimal digits without colons. */
  readonly fingerprint256: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Options of a new order. */
export interface OrderSpec {
  /** Any non-empty text; default: an opaque random identifier. */
  readonly rid?: string | undefined;
  readonly name?: string | undefined;
  /** DNS names in ASCII or IP addresses. Default: one name under example.com. */
  readonly domains?: readonly [string, ...string[]] | undefined;
  /** Default `p256`. */
  readonly keyKind?: KeyKind | undefined;
  /** Default `pkcs8`. */
  readonly keyEncoding?: KeyEncoding | undefined;
  /** The signing intermediate. Default: the one of the key's family, ECDSA for Ed25519. */
  readonly issuer?: IssuerKind | undefined;
  /** Days from now until the certificate expires; may be fractional or negative. Default 60. */
  readonly days?: number | undefined;
  /** Days from notBefore to notAfter. Default: 90, or enough to be valid already. */
  readonly lifetimeDays?: number | undefined;
}

/** Options of a renewal. */
export interface RenewalOptions {
  /** Days from now until the new certificate expires. Default: the lifetime of the previous one. */
  readonly days?: number | undefined;
  /** Days from now when it begins. Default: now. */
  readonly begins?: number | undefined;
  /** Default: the order's kind. */
  readonly keyKind?: KeyKind | undefined;
  /** Default: the order's names. */
  readonly domains?: readonly [string, ...string[]] | undefined;
}

/** What the order book needs. */
export interface OrderBookDependencies {
  readonly authority: CertificateAuthority;
  readonly keys: KeyPool;
  /** The wall clock, Unix ms. */
  readonly now: () => number;
  /** Minutes east of UTC for the material's notAfter. */
  readonly zoneOffsetMinutes: number;
}

const dayMs = 86_400_000;
const defaultLifetimeDays = 90;

interface Issue extends Omit<ServiceOrder, 'material' | 'fingerprint256'> {
  readonly sharedKey: boolean;
}

function wholeSeconds(milliseconds: number): Date {
  return new Date(Math.floor(milliseconds / 1000) * 1000);
}

/** The orders of the service by rid, each with its latest certificate. */
export class OrderBook {
  readonly #dependencies: OrderBookDependencies;
  #orders = new Map<string, ServiceOrder>();

  constructor(dependencies: OrderBookDependencies) {
    this.#dependencies = dependencies;
  }

  /** The rids in the order in which they were added. */
  get rids(): readonly string[] {
    return [...this.#orders.keys()];
  }

  /** The order with this rid, or undefined. */
  find(rid: string): ServiceOrder | undefined {
    return this.#orders.get(rid);
  }

  /**
   * Issues the first certificate of a new order and adds it. Rejects with a RangeError if the rid is taken or
   * the encoding does not suit the key.
   */
  async add(spec: OrderSpec): Promise<ServiceOrder> {
    const order = await this.#issueFirst(spec, false);
    this.#book(order);
    return order;
  }

  /** Adds many orders as {@link add} does. With `sharedKeys` they share a few RSA keys. */
  async addAll(specs: readonly OrderSpec[], sharedKeys: boolean): Promise<void> {
    const orders = await Promise.all(specs.map((spec) => this.#issueFirst(spec, sharedKeys)));
    for (const order of orders) this.#book(order);
  }

  /**
   * Issues a new certificate with a new key under the same rid; until then requests get the previous one.
   * Rejects with a RangeError when there is no such order.
   */
  async renew(rid: string, options: RenewalOptions = {}): Promise<ServiceOrder> {
    const former = this.#orders.get(rid);
    if (former === undefined) throw new RangeError(`There is no order with the rid ${rid}`);
    const lifetimeMs = former.notAfter.getTime() - former.notBefore.getTime();
    const now = this.#dependencies.now();
    const notAfter = now + (options.days === undefined ? lifetimeMs : options.days * dayMs);
    // Also with a notAfter in the past, notBefore must be earlier.
    const soonest = notAfter > now ? now : notAfter - lifetimeMs;
    const begins = options.begins === undefined ? soonest : now + options.begins * dayMs;
    const keyKind = options.keyKind ?? former.keyKind;
    const renewed = await this.#issue({
      rid,
      name: former.name,
      domains: options.domains ?? former.domains,
      issuer: former.issuer,
      keyKind,
      keyEncoding: keyKind === former.keyKind ? former.keyEncoding : 'pkcs8',
      notBefore: wholeSeconds(begins),
      notAfter: wholeSeconds(notAfter),
      sharedKey: false,
    });
    this.#orders.set(rid, renewed);
    return renewed;
  }

  /** Removes the order. @returns whether there was one */
  remove(rid: string): boolean {
    return this.#orders.delete(rid);
  }

  /** @returns what brings back the orders and certificates of now */
  keep(): () => void {
    const kept = [...this.#orders];
    return () => {
      this.#orders = new Map(kept);
    };
  }

  #book(order: ServiceOrder): void {
    if (this.#orders.has(order.rid))
      throw new RangeError(`There is an order with the rid ${order.rid} already`);
    this.#orders.set(order.rid, order);
  }

  #issueFirst(spec: OrderSpec, sharedKey: boolean): Promise<ServiceOrder> {
    const { rid = randomBytes(9).toString('base64url'), keyKind = 'p256', days = 60 } = spec;
    const lifetimeDays = spec.lifetimeDays ?? Math.max(defaultLifetimeDays, days + 1);
    const notAfter = this.#dependencies.now() + days * dayMs;
    return this.#issue({
      rid,
      name: spec.name ?? `Order ${rid}`,
      domains: spec.domains ?? [`host-${randomBytes(4).toString('hex')}.example.com`],
      keyKind,
      keyEncoding: spec.keyEncoding ?? 'pkcs8',
      issuer: spec.issuer ?? (isRsa(keyKind) ? 'rsa' : 'ecdsa'),
      notBefore: wholeSeconds(notAfter - lifetimeDays * dayMs),
      notAfter: wholeSeconds(notAfter),
      sharedKey,
    });
  }

  async #issue({ sharedKey, ...issue }: Issue): Promise<ServiceOrder> {
    const { authority, keys, zoneOffsetMinutes } = this.#dependencies;
    const pair = await (sharedKey ? keys.shared(issue.keyKind) : keys.fresh(issue.keyKind));
    const key = privateKeyPem(pair, issue.keyEncoding);
    const { leafPem, chainPem } = await authority.issueLeaf({
      names: issue.domains,
      publicKey: pair.publicKey,
      issuer: issue.issuer,
      notBefore: issue.notBefore,
      notAfter: issue.notAfter,
    });
    const leaf = new X509Certificate(leafPem);
    return {
      ...issue,
      notBefore: leaf.validFromDate,
      notAfter: leaf.validToDate,
      fingerprint256: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
      material: {
        key,
        certificate: leafPem + chainPem,
        certificateServer: leafPem,
        certificateChain: chainPem,
        notAfter: formatInZone(issue.notAfter, zoneOffsetMinutes),
      },
    };
  }
}
