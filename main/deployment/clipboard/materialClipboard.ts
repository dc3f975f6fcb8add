import { RateLimit } from '#main/platform/rateLimit.ts';
import type { Clock } from '#main/platform/time.ts';
import type { Bundle } from '#main/x509/certificates/bundle.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type ExportSource, isDelivered } from '../export/exportSource.ts';

/** The leaf alone, or with its chain as servers need it. */
export type CopiedPart = 'leaf' | 'chain';

export interface ClipboardSource {
  readonly source: ExportSource;
  readonly buildBundle: (material: CertificateMaterial, order: OrderRow) => Result<Bundle>;
}

export interface MaterialClipboardPorts extends ClipboardSource {
  readonly orders: {
    get(id: string): OrderRow | null;
    /** The fetched certificate differs from that of `get`. */
    onFetched(id: string): void;
  };
  readonly copyText: (text: string) => void;
  /** Copies a private key, which is cleared after half a minute. */
  readonly copyKey: (text: string) => void;
  /** Asks the user whether to copy the private key of an order. Errors: those of `AskConsent`. */
  readonly confirmKey: (order: OrderRow) => Promise<Result<null>>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** As long as a key stays on the clipboard. */
const KEY_EVERY_MS = 30_000;

/**
 * Copies freshly fetched and checked PEM of one order; a delivered key stays in the vault.
 * Errors: `unknownId`, `invalidMaterial`, and those of the source.
 */
export class MaterialClipboard {
  readonly #ports: MaterialClipboardPorts;
  readonly #ended = new AbortController();
  readonly #keys: RateLimit;

  constructor(ports: MaterialClipboardPorts) {
    this.#ports = ports;
    this.#keys = new RateLimit(1, KEY_EVERY_MS, ports.clock);
  }

  /** Copies certificates; the key is not fetched. */
  async copyPem(orderId: string, part: CopiedPart): Promise<Result<null>> {
    const bundle = await this.#fetch(orderId, false);
    if (!bundle.ok) return bundle;
    const { leaf, chain } = bundle.value.pem;
    this.#ports.copyText(part === 'leaf' ? leaf : [leaf, ...chain].join(''));
    return ok(null);
  }

  /** Copies the private key once the user agreed. Further errors: those of `AskConsent`, `tooOften`. */
  async copyKey(orderId: string): Promise<Result<null>> {
    const { orders, confirmKey } = this.#ports;
    const order = orders.get(orderId);
    if (order === null) return err({ kind: 'unknownId' });
    const mayCopy = this.#keys.check();
    if (!mayCopy.ok) return mayCopy;
    const consent = await confirmKey(order);
    if (!consent.ok) return consent;
    const bundle = await this.#fetch(orderId, true);
    if (!bundle.ok) return bundle;
    const { key } = bundle.value.pem;
    if (key === null) return err({ kind: 'invalidMaterial', reason: 'pemMissing', part: 'key' });
    // Another key may have been copied meanwhile.
    const taken = this.#keys.take();
    if (taken.ok) this.#ports.copyKey(key);
    return taken;
  }

  /** Cancels running fetches: a key copied while quitting would not be cleared. */
  dispose(): void {
    this.#ended.abort();
  }

  async #fetch(orderId: string, withKey: boolean): Promise<Result<Bundle>> {
    const { orders, source, buildBundle } = this.#ports;
    const order = orders.get(orderId);
    if (order === null) return err({ kind: 'unknownId' });
    const { signal } = this.#ended;
    const { material } = await source.material(order, null, { withKey, signal });
    if (signal.aborted) return err({ kind: 'cancelled' });
    if (!material.ok) return material;
    const bundle = buildBundle(material.value, order);
    if (!bundle.ok) return bundle;
    const known = (orders.get(orderId) ?? order).fingerprint256;
    if (!isDelivered(order, null) && known !== bundle.value.leaf.fingerprint256) orders.onFetched(orderId);
    return bundle;
  }
}
