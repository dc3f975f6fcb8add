import { RateLimit } from '#main/platform/rateLimit.ts';
import type { Clock } from '#main/platform/time.ts';
import type { Bundle } from '#main/x509/certificates/bundle.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type ExportSource, isDelivered } from '../export/exportSource.ts';

/** What of an order's certificates is copied: the leaf alone, or with its chain as servers want it. */
export type CopiedPart = 'leaf' | 'chain';

/** Where material comes from, and what checks it. */
export interface ClipboardSource {
  readonly source: ExportSource;
  readonly buildBundle: (material: CertificateMaterial, order: OrderRow) => Result<Bundle>;
}

export interface MaterialClipboardPorts extends ClipboardSource {
  readonly orders: {
    get(id: string): OrderRow | null;
    /** Another leaf than the one that is known was fetched. */
    onFetched(id: string): void;
  };
  readonly copyText: (text: string) => void;
  /** Lends a private key to the clipboard for half a minute. */
  readonly copyKey: (text: string) => void;
  /** Asks the person whether the private key of an order may be copied. Errors: those of `AskConsent`. */
  readonly confirmKey: (order: OrderRow) => Promise<Result<null>>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** As long as a key stays on the clipboard: more than one at a time is never wanted. */
const KEY_EVERY_MS = 30_000;

/**
 * Puts fresh, checked PEM of one order on the clipboard, which counts as no export: a delivered key stays in the vault.
 * Errors of both: `unknownId`, `invalidMaterial`, and those of the source.
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

  /**
   * Copies the private key, which belongs to the leaf that was fetched with it, once the person agreed; at most once in
   * 30 s. Errors besides: those of `AskConsent`, `tooOften`.
   */
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
    // Another one may have been copied while this one was fetched.
    const taken = this.#keys.take();
    if (taken.ok) this.#ports.copyKey(key);
    return taken;
  }

  /** Gives up what is under way: nothing would take a key off the clipboard that came after the app has quit. */
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
