import { anyOf, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { Connection } from './connection.ts';

/**
 * The trust anchors of each connection: those of the system and of its own CA file, which is parsed once.
 * @param create indexes PEM texts
 */
export class ConnectionTrust {
  readonly #system: TrustAnchors;
  readonly #create: (pems: readonly string[]) => TrustAnchors;
  readonly #own = new Map<string, TrustAnchors>();

  constructor(system: TrustAnchors, create: (pems: readonly string[]) => TrustAnchors) {
    this.#system = system;
    this.#create = create;
  }

  /** Gives the same object for the same file. */
  anchorsFor(connection: Pick<Connection, 'ca'> | null): TrustAnchors {
    const pem = connection?.ca?.pem;
    if (pem === undefined) return this.#system;
    const known = this.#own.get(pem);
    if (known !== undefined) return known;
    // Its own come first: they are few, and most of its certificates lead to them.
    const anchors = anyOf([this.#create([pem]), this.#system]);
    this.#own.set(pem, anchors);
    return anchors;
  }
}
