import type { OrdersChange, OverlaidOrder, RowOverlay } from '#main/orders/list/orderSource.ts';
import { Emitter } from '#main/platform/emitter.ts';
import {
  type CopyFacts,
  type EndpointFacts,
  type Places,
  type PlaceTimes,
  placeTimes,
  type RenewalTimes,
} from '#shared/domain/conditions/places.ts';
import { isEqual } from '#shared/isEqual.ts';

interface OfOrder {
  readonly orderId: string;
}

interface DeploymentSources {
  readonly copies: () => readonly (CopyFacts & OfOrder)[];
  readonly endpoints: () => readonly (EndpointFacts & OfOrder)[];
  /** Reads at once what `times` needs of these orders. */
  readonly prepare: (orderIds: readonly string[]) => void;
  readonly times: (orderId: string) => RenewalTimes;
}

/** The deployment of each order, as its status needs it. It is computed nowhere else. */
export class Deployments implements RowOverlay {
  readonly #sources: DeploymentSources;
  #state: 'unread' | 'reading' | 'read' = 'unread';
  /** Only of orders with exported files or endpoints. */
  #places: ReadonlyMap<string, Places> = new Map();
  #facts: ReadonlyMap<string, PlaceTimes> = new Map();
  readonly #changed = new Emitter<readonly string[]>('deployments.changed');

  /** Fires with the ids of the orders whose fact changed. */
  readonly onDidChange = this.#changed.event;
  readonly part = 'deployment';
  readonly follows = ['existence', 'certificate', 'poll'] as const;
  readonly fields = { deployment: ({ id }: OverlaidOrder) => this.of(id) };

  constructor(sources: DeploymentSources) {
    this.#sources = sources;
  }

  /** The fact of an order; `null`: it has neither exported files nor endpoints. */
  of(orderId: string): PlaceTimes | null {
    if (this.#state === 'unread') this.#read();
    return this.#facts.get(orderId) ?? null;
  }

  /** Exported files or endpoints changed. */
  placesChanged(): void {
    if (this.#state !== 'read') return;
    const before = this.#facts;
    this.#read();
    const changed = [...new Set([...before.keys(), ...this.#facts.keys()])].filter(
      (id) => before.get(id) !== this.#facts.get(id),
    );
    if (changed.length > 0) this.#changed.fire(changed);
  }

  /** As `placesChanged`, of exported files only. */
  copiesChanged(): void {
    if (this.#state !== 'read') return;
    const copiesOf = Map.groupBy(this.#sources.copies(), ({ orderId }) => orderId);
    const before = [...this.#places].filter(([, { copies }]) => copies.length > 0);
    const ids = new Set([...copiesOf.keys(), ...before.map(([id]) => id)]);
    const places = new Map(this.#places);
    const facts = new Map(this.#facts);
    const changed: string[] = [];
    for (const id of ids) {
      const own = { copies: copiesOf.get(id) ?? [], endpoints: places.get(id)?.endpoints ?? [] };
      const hasPlaces = own.copies.length > 0 || own.endpoints.length > 0;
      const fact = hasPlaces ? this.#factOf(id, own) : null;
      if (hasPlaces) places.set(id, own);
      else places.delete(id);
      if (fact === (facts.get(id) ?? null)) continue;
      if (fact === null) facts.delete(id);
      else facts.set(id, fact);
      changed.push(id);
    }
    this.#places = places;
    this.#facts = facts;
    if (changed.length > 0) this.#changed.fire(changed);
  }

  /** Orders were confirmed or renewed. A change of their places is reported with `placesChanged`. */
  ordersChanged({ upserts }: Pick<OrdersChange, 'upserts'>): boolean {
    const facts = new Map(this.#facts);
    const changed = upserts.filter((id) => {
      const places = this.#places.get(id);
      if (places === undefined) return false;
      const fact = this.#factOf(id, places);
      if (fact === null || fact === facts.get(id)) return false;
      facts.set(id, fact);
      return true;
    });
    if (changed.length > 0) this.#facts = facts;
    return changed.length > 0;
  }

  #read(): void {
    const { copies, endpoints } = this.#sources;
    // Views are made from rows, which ask for their facts meanwhile: they get the previous ones.
    this.#state = 'reading';
    try {
      const copiesOf = Map.groupBy(copies(), ({ orderId }) => orderId);
      const endpointsOf = Map.groupBy(endpoints(), ({ orderId }) => orderId);
      const ids = new Set([...copiesOf.keys(), ...endpointsOf.keys()]);
      const places = new Map<string, Places>();
      for (const id of ids)
        places.set(id, { copies: copiesOf.get(id) ?? [], endpoints: endpointsOf.get(id) ?? [] });
      this.#sources.prepare([...places].flatMap(([id, own]) => (hasFormer(own) ? id : [])));
      const facts = new Map<string, PlaceTimes>();
      for (const [id, own] of places) {
        const fact = this.#factOf(id, own);
        if (fact !== null) facts.set(id, fact);
      }
      this.#facts = facts;
      this.#places = places;
      this.#state = 'read';
    } finally {
      if (this.#state === 'reading') this.#state = 'unread';
    }
  }

  /** The same object as before if nothing changed. */
  #factOf(orderId: string, places: Places): PlaceTimes | null {
    const fact = placeTimes(places, this.#sources.times(orderId));
    const before = this.#facts.get(orderId) ?? null;
    return isEqual(fact, before) ? before : fact;
  }
}

/** Whether a place has a former certificate: when the order was renewed is needed then. */
function hasFormer({ copies, endpoints }: Places): boolean {
  return (
    copies.some(({ outdated }) => outdated) ||
    endpoints.some(({ addresses }) => addresses.some(({ relation }) => relation === 'former'))
  );
}
