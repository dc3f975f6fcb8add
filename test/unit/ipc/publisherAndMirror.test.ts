import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SnapshotPublisher } from '#main/ipc/snapshotPublisher.ts';
import { type Projection, projectSnapshot, startMirror } from '#renderer/stores/mirror.ts';
import type { AppDelta, AppSnapshot } from '#shared/domain/snapshot.ts';
import { orderRow } from '../renderer/orderRows.ts';
import { setUp } from './publisherHarness.ts';

type Step =
  | { readonly kind: 'put' | 'remove'; readonly id: string; readonly failures: number }
  | { readonly kind: 'polling'; readonly ids: readonly string[] }
  | { readonly kind: 'online' | 'language' | 'lie' | 'reload' | 'answer' | 'refuse' | 'paint' | 'arrive' }
  | { readonly kind: 'window'; readonly open: boolean }
  | { readonly kind: 'pass'; readonly ms: number };

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ kind: fc.constantFrom('put', 'remove'), id: ids, failures: fc.nat(9) }),
    fc.record({ kind: fc.constant('polling'), ids: fc.uniqueArray(ids) }),
    fc.record({
      kind: fc.constantFrom(
        ...([
          'online',
          'language',
          'lie',
          'reload',
          'answer',
          'answer',
          'refuse',
          'paint',
          'arrive',
        ] as const),
      ),
    }),
    fc.record({ kind: fc.constant('window'), open: fc.boolean() }),
    fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: 1, max: 120 }) }),
  ),
  { maxLength: 60 },
);

interface Asked {
  readonly answer: () => void;
  readonly refuse: () => void;
}

/**
 * A publisher and the renderer's mirror with the way between them: deltas arrive when the test lets them, in their
 * order; snapshots that were asked for are read and answered when it lets them, which may be before or after.
 */
class Wire {
  readonly #setUp = setUp();
  readonly #underWay: AppDelta[] = [];
  readonly #asked: Asked[] = [];
  readonly #unpainted: (() => void)[] = [];
  #hasFailed = false;
  #listener: ((delta: AppDelta) => void) | null = null;
  #mirror: ReturnType<typeof startMirror> | null = null;
  known: Projection | null = null;

  constructor() {
    // More than a first page has.
    for (const id of ['a', 'b', 'c']) this.#setUp.truth.orders.set(id, orderRow(id));
    this.#openPage();
  }

  get truth(): Projection {
    return projectSnapshot(this.#setUp.publisher.snapshot());
  }

  async take(step: Step): Promise<void> {
    const { truth, changes } = this.#setUp;
    switch (step.kind) {
      case 'put':
      case 'remove':
        if (step.kind === 'put') truth.orders.set(step.id, orderRow(step.id, { failures: step.failures }));
        else truth.orders.delete(step.id);
        return changes.orders(step.id);
      case 'polling':
        truth.polling = step.ids;
        return changes.part('polling');
      case 'online':
        truth.online = !truth.online;
        return changes.part('online');
      case 'language':
        truth.language = truth.language === 'en' ? 'zh-CN' : 'en';
        return changes.language();
      case 'lie':
        truth.isHonest = !truth.isHonest;
        return;
      case 'window':
        return this.#toggleWindow(step.open);
      case 'pass':
        return this.#pass(step.ms);
      case 'arrive':
        return this.#arrive();
      case 'reload':
        void this.#mirror?.reload();
        return;
      case 'answer':
        this.#asked.shift()?.answer();
        return await settled();
      case 'refuse':
        this.#asked.shift()?.refuse();
        return await settled();
      case 'paint':
        for (const painted of this.#unpainted.splice(0)) painted();
        return await settled();
    }
  }

  /** Waits until everything is delivered. */
  async settle(): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      this.#pass(100);
      if (this.#hasFailed) await this.take({ kind: 'reload' });
      await this.take({ kind: 'paint' });
      while (this.#underWay.length > 0) this.#arrive();
      while (this.#asked.length > 0) await this.take({ kind: 'answer' });
    }
  }

  #pass(ms: number): void {
    const { time, sent } = this.#setUp;
    time.advanceSync(ms);
    this.#underWay.push(...structuredClone(sent.splice(0)));
  }

  #arrive(): void {
    const delta = this.#underWay.shift();
    if (delta !== undefined) this.#listener?.(delta);
  }

  #toggleWindow(open: boolean): void {
    this.#setUp.openWindow(open);
    if (open) {
      if (this.#mirror === null) this.#openPage();
      return;
    }
    this.#mirror?.stop();
    this.#mirror = null;
    this.#underWay.length = 0;
    this.#asked.length = 0;
    this.#unpainted.length = 0;
    this.#hasFailed = false;
    this.known = null;
  }

  #openPage(): void {
    this.#mirror = startMirror(
      {
        onDelta: (listener) => {
          this.#listener = listener;
          return () => {
            this.#listener = null;
          };
        },
        readFirstPage: () => this.#read((publisher) => publisher.firstPage()),
        readSnapshot: () => this.#read((publisher) => publisher.snapshot()),
        painted: () => new Promise((resolve) => this.#unpainted.push(resolve)),
      },
      {
        changed: (projection) => {
          this.known = projection;
          this.#hasFailed = false;
        },
        failed: () => {
          this.#hasFailed = true;
        },
      },
    );
  }

  #read(read: (publisher: SnapshotPublisher) => AppSnapshot): Promise<AppSnapshot> {
    return new Promise((resolve, reject) => {
      this.#asked.push({
        answer: () => resolve(structuredClone(read(this.#setUp.publisher))),
        refuse: () => reject(new Error('refused')),
      });
    });
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('the publisher with the renderer’s mirror', () => {
  it('agree in the end, for any changes in between and any order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const wire = new Wire();
        for (const step of taken) await wire.take(step);
        await wire.take({ kind: 'window', open: true });
        await wire.settle();
        expect(wire.known).toEqual(wire.truth);
      }),
      { numRuns: 300 },
    );
  });
});
