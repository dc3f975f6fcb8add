import { anyOf, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import type { Connection } from './connection.ts';
import { isCaChosen } from './sameService.ts';

interface Connections {
  list(): readonly { readonly id: string }[];
  find(id: string): Pick<Connection, 'ca' | 'chosenCa'> | null;
}

/**
 * The roots that the certificates of orders may lead to: those of the system and of the connection's CA file, if the user
 * chose it on this computer. It is parsed once. The same roots are the same object while the connections stay.
 */
export class ConnectionTrust {
  readonly #connections: Connections;
  readonly #system: TrustAnchors;
  readonly #create: (pems: readonly string[]) => TrustAnchors;
  readonly #own = new Map<string, TrustAnchors>();
  #all: { readonly parts: readonly TrustAnchors[]; readonly together: TrustAnchors } | null = null;

  /** @param create indexes PEM texts */
  constructor(
    connections: Connections,
    system: TrustAnchors,
    create: (pems: readonly string[]) => TrustAnchors,
  ) {
    this.#connections = connections;
    this.#system = system;
    this.#create = create;
  }

  /** Of `null` (the order is gone): those of the system. */
  ofOrder(order: Pick<OrderRow, 'source'> | null): TrustAnchors {
    if (order === null) return this.#system;
    return order.source.kind === 'push' ? this.ofPushOnly() : this.ofConnection(order.source.connectionId);
  }

  ofConnection(connectionId: string): TrustAnchors {
    const connection = this.#connections.find(connectionId);
    const pem = connection?.ca?.pem;
    if (connection === null || pem === undefined || !isCaChosen(connection)) return this.#system;
    const known = this.#own.get(pem);
    if (known !== undefined) return known;
    // The connection's own come first: they are few, and most of its certificates lead to them.
    const anchors = anyOf([this.#create([pem]), this.#system]);
    this.#own.set(pem, anchors);
    return anchors;
  }

  /** The roots of all connections: no service says which one delivers a push-only order. */
  ofPushOnly(): TrustAnchors {
    const own = this.#connections.list().map(({ id }) => this.ofConnection(id));
    const parts = [...new Set([this.#system, ...own])];
    const isSame =
      this.#all?.parts.length === parts.length && this.#all.parts.every((one, at) => one === parts[at]);
    if (this.#all === null || !isSame) this.#all = { parts, together: anyOf(parts) };
    return this.#all.together;
  }
}
