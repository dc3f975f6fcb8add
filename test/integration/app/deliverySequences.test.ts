import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { isWaiting } from '#shared/domain/delivery.ts';
import { buildDelivery, type DeliveryFields, deliveryFields } from '#test/service/delivery.ts';
import { type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { impostorsOf, type Loot } from './fuzz/forger.ts';
import { post, type Receiving, receive, signingSecret } from './receiving.ts';
import { connect, memoryFolder, okValue, startTestApp, type TestApp, until } from './testApp.ts';

const steps = [
  'renew',
  'deliver',
  'deliverFormer',
  'forge',
  'forge',
  'fail',
  'heal',
  'sync',
  'restart',
  'map',
  'unmap',
  'discard',
] as const;
type Step = (typeof steps)[number];

interface Profile {
  readonly userData: string;
  readonly secretProcess: FakeSecretHost;
}

/** An app and all actions so far. */
class Story {
  readonly #profile: Profile;
  readonly #service: ReferenceService;
  readonly #loot: readonly Loot[];
  readonly #delivered: DeliveryFields[] = [];
  /** Tasks of deliveries that were answered 204. */
  readonly #kept = new Set<string>();
  /** Leaves of the forger only. */
  readonly #forged = new Set<string>();
  readonly #discarded = new Set<string>();
  #count = 0;
  #test: TestApp;
  #at: Receiving;

  private constructor(
    profile: Profile,
    service: ReferenceService,
    loot: readonly Loot[],
    test: TestApp,
    at: Receiving,
  ) {
    this.#profile = profile;
    this.#service = service;
    this.#loot = loot;
    this.#test = test;
    this.#at = at;
  }

  static async begin(service: ReferenceService, loot: readonly Loot[]): Promise<Story> {
    service.clearFaults();
    const profile = { userData: memoryFolder(), secretProcess: new FakeSecretHost() };
    const test = await startTestApp(profile);
    await connect(test, service);
    return new Story(profile, service, loot, test, await receive(test));
  }

  async take(step: Step): Promise<void> {
    const test = this.#test;
    const { inbox } = await test.call('app:snapshot', null);
    const open = inbox.find(isWaiting) ?? inbox[0];
    const orderId = test.order('shop')?.id ?? '';
    switch (step) {
      case 'renew':
        await this.#service.renew('shop');
        break;
      case 'deliver':
        await this.#send(deliveryFields(this.#service.order('shop'), this.#task()));
        break;
      case 'deliverFormer':
        await this.#send({
          ...(this.#delivered[0] ?? deliveryFields(this.#service.order('shop'), '')),
          task: this.#task(),
        });
        break;
      case 'forge': {
        const loot = this.#loot[this.#count % this.#loot.length];
        if (loot === undefined) throw new Error('no loot');
        const task = this.#task();
        this.#forged.add(task);
        await this.#send({ ...loot, task });
        break;
      }
      case 'fail':
        this.#service.setFault('shop', { kind: 'status', status: 503 });
        break;
      case 'heal':
        this.#service.clearFaults();
        break;
      case 'sync':
        await test.call('orders:sync', null);
        break;
      case 'restart':
        await test.quit();
        this.#test = await startTestApp(this.#profile);
        await until(() => this.#test.seen().receiver.state.kind === 'listening');
        break;
      case 'map':
        if (open !== undefined) okValue(await test.call('inbox:map', { deliveryId: open.id, orderId }));
        break;
      case 'unmap':
        if (open !== undefined) okValue(await test.call('inbox:unmap', open.id));
        break;
      case 'discard':
        if (open !== undefined) {
          okValue(await test.call('inbox:discard', [open.id]));
          this.#discarded.add(open.task);
        }
    }
    await this.#check();
  }

  async end(): Promise<void> {
    await this.#test.quit();
  }

  #task(): string {
    this.#count += 1;
    return `Task ${this.#count}`;
  }

  async #send(fields: DeliveryFields): Promise<void> {
    const { task } = fields;
    const status = await post(this.#at, buildDelivery(fields, { secret: signingSecret, task }));
    // Some forged material does not even belong together.
    if (this.#forged.has(task) && status === 422) return;
    expect(status).toBe(204);
    this.#kept.add(task);
    if (!this.#forged.has(task)) this.#delivered.push(fields);
  }

  async #check(): Promise<void> {
    const test = this.#test;
    // Read explicitly, because the window gets changes a moment later.
    const { inbox, receiver } = await vi.waitFor(
      async () => {
        const snapshot = await test.call('app:snapshot', null);
        const isSettled = snapshot.inbox.every(({ verdict }) => verdict.kind !== 'checking');
        if (!isSettled || snapshot.polling.length > 0) throw new Error('still under way');
        return snapshot;
      },
      { timeout: 10_000, interval: 5 },
    );
    expect(new Set(inbox.map(({ task }) => task))).toEqual(this.#kept);
    const { history } = okValue(await test.call('orders:details', test.order('shop')?.id ?? ''));
    const given = history.map(({ fingerprint256 }) => fingerprint256);
    for (const { task, verdict, leaf, key } of inbox) {
      if (verdict.kind === 'confirmed') {
        expect(given).toContain(leaf.fingerprint256);
        expect(this.#forged.has(task)).toBe(false);
      }
      const isDiscarded = this.#discarded.has(task);
      expect(verdict.kind === 'discarded').toBe(isDiscarded);
      expect(key).toBe(isDiscarded ? 'gone' : 'vault');
    }
    if (inbox.length > 0) {
      const keys = inbox.filter(({ key }) => key === 'vault').length;
      expect(receiver.vault).toEqual({ kind: 'ready', keys });
    }
  }
}

it('in any sequence of events, only certificates of the service are confirmed, each once, with their keys', {
  timeout: 120_000,
}, async () => {
  const service = await startReferenceService({ orders: 0 });
  onTestFinished(() => service.close());
  const loot = await impostorsOf(await service.addOrder({ rid: 'shop', name: 'Shop', days: 60 }));
  const sequences = fc.array(fc.constantFrom(...steps), { minLength: 6, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const story = await Story.begin(service, loot);
      try {
        for (const step of ['deliver', 'map', ...sequence] as const) await story.take(step);
      } finally {
        await story.end();
      }
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
