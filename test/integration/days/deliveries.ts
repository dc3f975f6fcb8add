import type { DeliveryView } from '#shared/domain/delivery.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { post, signingSecret } from '#test/integration/app/receiving.ts';
import { buildDelivery, type DeliveryRequest, deliveryFields } from '#test/service/delivery.ts';
import type { ServiceOrder } from '#test/service/orderBook.ts';
import type { Acknowledged } from './expectations.ts';

/** A delivery that is settled stays for this long, ms. */
const KEPT_MS = 90 * DAY_MS;

/** The life in which deliveries are sent. */
interface Sending {
  readonly service: { order(rid: string): ServiceOrder };
  readonly kills: number;
  readonly acknowledged: Map<string, Acknowledged>;
  /** True time, Unix ms. */
  now(): number;
}

/** A delivery as it was sent. */
interface Sent {
  readonly task: string;
  readonly request: DeliveryRequest;
}

/** The sender of deliveries: the service with the secrets of the WebHook that are in use. */
export class Deliveries {
  /** The hook's address; empty: there is none yet. */
  url = '';
  /** The secrets that the hook has, oldest first. */
  readonly secrets: string[] = [signingSecret];
  /** Those that it had before. */
  readonly retired: string[] = ['wrong'];
  #tasks = 0;
  #last: Sent | null = null;

  /** Sends the certificate of an order, signed with one of the hook's secrets. @returns whether it was acknowledged */
  async deliver(life: Sending, rid: string, n = 0): Promise<boolean> {
    this.#tasks += 1;
    const task = `Task ${this.#tasks}`;
    const secret = this.secrets[n % this.secrets.length] ?? signingSecret;
    return await this.#send(life, rid, task, secret);
  }

  /** Sends one that is signed with a secret that the hook does not have. @returns whether it was acknowledged */
  async forge(life: Sending, rid: string, n: number): Promise<boolean> {
    const secret = this.retired[n % this.retired.length] ?? 'wrong';
    return await this.#send(life, rid, `Forged ${this.#tasks}`, secret);
  }

  /** Sends the last one again, as it was. */
  async repeat(life: Sending): Promise<void> {
    if (this.#last !== null) await this.#post(life, this.#last);
  }

  async #send(life: Sending, rid: string, task: string, secret: string): Promise<boolean> {
    const fields = deliveryFields(life.service.order(rid), task);
    const request = buildDelivery(fields, { secret, task, now: () => life.now() });
    this.#last = { task, request };
    return await this.#post(life, this.#last);
  }

  async #post(life: Sending, { task, request }: Sent): Promise<boolean> {
    const { kills } = life;
    const status = await post({ url: this.url }, request);
    // What a killed program answered after its end does not count.
    if (status === 204 && kills === life.kills && !life.acknowledged.has(task))
      life.acknowledged.set(task, { at: life.now(), isDiscarded: false });
    return status === 204;
  }
}

/** What became of deliveries that were acknowledged, where it is not what the user wanted; and those that were never sent. */
export function lostDeliveries(
  inbox: readonly DeliveryView[],
  { acknowledged, now }: Pick<Sending, 'acknowledged' | 'now'>,
): readonly string[] {
  const tasks = Map.groupBy(inbox, ({ task }) => task);
  return [...acknowledged].flatMap(([task, { at, isDiscarded }]) => {
    const [delivery, ...others] = tasks.get(task) ?? [];
    if (delivery === undefined) return now() - at < KEPT_MS ? [`${task} is gone`] : [];
    if (others.length > 0) return [`${task} is there ${others.length + 1} times`];
    return isDiscarded || delivery.verdict.kind !== 'discarded' ? [] : [`${task} was discarded`];
  });
}
