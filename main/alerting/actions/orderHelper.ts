import type { Terms } from '#shared/domain/conditions/condition.ts';
import type { HelpfulAction } from '#shared/domain/conditions/helpfulActions.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { filesStep } from '#shared/domain/deploymentSteps.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import {
  commandToRun,
  type HelpResult,
  helpfulAction,
  type OrderSituation,
} from '#shared/domain/helpfulAction.ts';
import { type OrderRow, sourceId } from '#shared/domain/order.ts';
import { deliveriesToLink } from '#shared/domain/orderSuggestion.ts';
import { isInPlace, type OrderWrite } from '#shared/domain/writeResult.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface OrderHelperPorts {
  readonly order: (id: string) => OrderRow | null;
  readonly orders: () => readonly OrderRow[];
  readonly pollingKind: (sourceId: string) => OrderSituation['polling'];
  /** Where the console of a connection's service is; `null`: not known. */
  readonly consoleUrl: (sourceId: string) => string | null;
  readonly copies: () => readonly CopyBundleView[];
  readonly endpoints: () => readonly EndpointView[];
  /** Deliveries that wait for the user. */
  readonly waiting: () => readonly DeliveryView[];
  /** Updates copies without overwriting what another program or person changed. */
  readonly refresh: (copyIds: readonly string[]) => Promise<Result<readonly OrderWrite[]>>;
  readonly runCommand: (copyId: string) => Result<null>;
  /** Removes permissions that files were not written with. */
  readonly tighten: (copyIds: readonly string[]) => Promise<Result<null>>;
  /** Checks the files of copies. */
  readonly verify: (copyIds: readonly string[]) => void;
  readonly poll: (orderId: string) => void;
  readonly probe: (orderId: string) => void;
  /** Opens an address in the browser. */
  readonly openExternal: (url: string) => void;
  /** The main window, where the user answers what has to be decided. */
  readonly show: {
    readonly order: (orderId: string) => void;
    readonly export: (orderId: string) => void;
    readonly token: (connectionId: string) => void;
    readonly delivery: (deliveryId: string) => void;
  };
  readonly terms: () => Terms;
  /** Unix ms. */
  readonly now: () => number;
}

/** Does what helps an order first, for the surfaces without questions: the tray's menu and the quick window. */
export class OrderHelper {
  readonly #ports: OrderHelperPorts;

  constructor(ports: OrderHelperPorts) {
    this.#ports = ports;
  }

  /** What helps each of these orders first, by the order's id; an order that nothing helps is missing. */
  offersFor(rows: readonly OrderRow[]): ReadonlyMap<string, HelpfulAction> {
    const { pollingKind, consoleUrl, copies, endpoints, terms, now } = this.#ports;
    const copiesOf = Map.groupBy(copies(), ({ orderId }) => orderId);
    const endpointsOf = Map.groupBy(endpoints(), ({ orderId }) => orderId);
    const deliveries = this.#deliveries();
    return new Map(
      rows.flatMap((row) => {
        const situation = {
          polling: pollingKind(sourceId(row)),
          copies: copiesOf.get(row.id) ?? [],
          endpoints: endpointsOf.get(row.id) ?? [],
          hasDelivery: deliveries.has(row.id),
          hasConsole: consoleUrl(sourceId(row)) !== null,
          terms: terms(),
        };
        const action = helpfulAction(row, situation, now());
        return action === null ? [] : [[row.id, action] as const];
      }),
    );
  }

  /**
   * Does what a surface offered for an order. What the user has to decide opens in the main window instead. Errors:
   * `unknownId`, and those of the action.
   */
  async help(orderId: string, action: HelpfulAction): Promise<Result<HelpResult>> {
    const { order, consoleUrl, openExternal, poll, probe, show } = this.#ports;
    const row = order(orderId);
    if (row === null) return err({ kind: 'unknownId' });
    switch (action) {
      case 'replaceToken':
      case 'enterToken':
        return this.#shown(show.token, sourceId(row));
      case 'link':
        return this.#shown(show.delivery, this.#deliveries().get(orderId)?.id ?? null);
      case 'review':
        return this.#shown(show.order, orderId);
      case 'exportAgain':
      case 'export':
        return this.#shown(show.export, orderId);
      case 'console':
        return this.#shown(openExternal, consoleUrl(sourceId(row)));
      case 'sync':
        poll(orderId);
        return ok({ kind: 'started' });
      case 'check':
        probe(orderId);
        return ok({ kind: 'started' });
      case 'checkFiles':
        this.#ports.verify(this.#copiesOf(orderId).map(({ id }) => id));
        return ok({ kind: 'started' });
      case 'run':
        return this.#run(orderId);
      case 'tighten':
        return this.#tighten(orderId);
      case 'update':
        return this.#update(orderId);
    }
  }

  /** `null`: what was offered is gone. */
  #shown(show: (id: string) => void, id: string | null): Result<HelpResult> {
    if (id === null) return err({ kind: 'unknownId' });
    show(id);
    return ok({ kind: 'opened' });
  }

  #run(orderId: string): Result<HelpResult> {
    const copy = commandToRun(this.#copiesOf(orderId));
    if (copy === null) return err({ kind: 'unknownId' });
    const begun = this.#ports.runCommand(copy.id);
    return begun.ok ? ok({ kind: 'started' }) : begun;
  }

  async #tighten(orderId: string): Promise<Result<HelpResult>> {
    const { action } = filesStep(this.#copiesOf(orderId));
    if (action?.kind !== 'tighten') return this.#shown(this.#ports.show.order, orderId);
    const done = await this.#ports.tighten(action.copies.map(({ id }) => id));
    return done.ok ? ok({ kind: 'tightened' }) : done;
  }

  async #update(orderId: string): Promise<Result<HelpResult>> {
    const { refresh, show } = this.#ports;
    const { action } = filesStep(this.#copiesOf(orderId));
    if (action?.kind !== 'update') return this.#shown(show.order, orderId);
    const written = await refresh(action.copies.map(({ id }) => id));
    if (!written.ok) return written;
    const results = written.value.flatMap((one) => (isInPlace(one) ? one : []));
    // The details show why files were not written, and ask what has to be decided.
    return results.length < written.value.length
      ? this.#shown(show.order, orderId)
      : ok({ kind: 'written', results });
  }

  #copiesOf(orderId: string): readonly CopyBundleView[] {
    return this.#ports.copies().filter((copy) => copy.orderId === orderId);
  }

  #deliveries(): ReadonlyMap<string, DeliveryView> {
    const { waiting, orders } = this.#ports;
    const deliveries = waiting();
    if (deliveries.length === 0) return new Map();
    return deliveriesToLink(deliveries, new Map(orders().map((row) => [row.id, row])));
  }
}
