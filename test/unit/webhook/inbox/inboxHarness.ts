import { generateKeyPairSync } from 'node:crypto';
import { OrderList } from '#main/orders/list/orderList.ts';
import type { OrdersChange, RowPart } from '#main/orders/list/rowParts.ts';
import type { PollResult } from '#main/orders/polling/pollResults.ts';
import { Emitter, KeyedEmitter } from '#main/platform/emitter.ts';
import { createChainCheck } from '#main/webhook/inbox/chainCheck.ts';
import type { DeliveryRecord } from '#main/webhook/inbox/deliveryRecord.ts';
import { DeliveryStore } from '#main/webhook/inbox/deliveryStore.ts';
import { InboxService } from '#main/webhook/inbox/inboxService.ts';
import { OrderNames } from '#main/webhook/inbox/orderNames.ts';
import { PushOrders } from '#main/webhook/inbox/pushOrders.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { DeliveryVerdict } from '#shared/domain/delivery.ts';
import type { PulledOrderRow } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import { FakeInboxRepository } from '#test/support/fakeInboxRepository.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { pullSource, unfetchedOrder } from '#test/support/orderRows.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

export const start = Date.UTC(2026, 5, 1);
export const authority = await CertificateAuthority.create(start);
export const stranger = await CertificateAuthority.create(start);
const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** The certificates that a delivery carries. */
export type Carried = Pick<DeliveryRecord, 'leaf' | 'chain' | 'pem'>;

/** Issues a leaf whose validity begins and ends the given number of days after `start`. */
export async function issued(
  fromDay: number,
  toDay: number,
  names: [string, ...string[]] = ['shop.example.com'],
  by: CertificateAuthority = authority,
): Promise<Carried> {
  const { leafPem, chainPem } = await by.issueLeaf({
    ...{ names, publicKey, issuer: 'ecdsa' },
    notBefore: new Date(start + fromDay * DAY_MS),
    notAfter: new Date(start + toDay * DAY_MS),
  });
  const part = { certificateServer: null, certificateChain: null, key: null, notAfter: null, name: null };
  const read = inspectMaterial(
    { certificate: leafPem + chainPem, ...part },
    { now: start, anchors: createTrustAnchors([]) },
  );
  if (!read.ok) throw new Error(read.error.kind);
  const { leaf, chain, leafPem: own, chainPem: above } = read.value;
  return { leaf, chain, pem: own + above.join('') };
}

/** The state of the poller and the service during a test. */
export class FakePulledOrders {
  readonly rows = new Map<string, PulledOrderRow>();
  readonly #changed = new KeyedEmitter<RowPart, OrdersChange>('inboxHarness.changed');
  readonly onDidChange = this.#changed.event;
  readonly #polled = new Emitter<readonly PollResult[]>('inboxHarness.polled');
  readonly onDidPoll = this.#polled.event;

  get(id: string): PulledOrderRow | null {
    return this.rows.get(id) ?? null;
  }

  /** Adds an order with this leaf, or one that was never polled. */
  add(id: string, leaf: CertificateFacts | null = null): void {
    const known = leaf === null ? {} : { ...leafFields(leaf), lastAttemptAt: start - DAY_MS };
    this.#put({ ...unfetchedOrder(id, known), source: pullSource(`rid-${id}`) });
  }

  /** A poll at `at` (Unix ms) had this result. */
  polled(id: string, answer: CertificateFacts | AppError, at: number): void {
    const row = this.get(id);
    if (row === null) return;
    const pollResult =
      'fingerprint256' in answer
        ? ({ kind: 'unchanged' } as const)
        : ({ kind: 'failed', error: answer } as const);
    const said =
      'fingerprint256' in answer
        ? { ...leafFields(answer), failure: null, failures: 0 }
        : { failure: answer, failures: row.failures + 1 };
    this.#put({ ...row, ...said, lastAttemptAt: at }, ['certificate', 'poll']);
    this.#polled.fire([{ orderId: id, ...pollResult }]);
  }

  /** The order's leaf was replaced by a new one. */
  renewed(id: string, from: CertificateFacts, to: CertificateFacts): void {
    const renewal = { orderId: id, from: from.fingerprint256, to: to.fingerprint256 };
    this.#tell(['certificate'], { renewed: [renewal] });
  }

  /** Other data of an order changed. */
  touch(id: string): void {
    const row = this.get(id);
    if (row !== null) this.#put({ ...row, alias: `${row.alias ?? ''}x` }, ['name']);
  }

  remove(id: string): PulledOrderRow | null {
    const row = this.get(id);
    this.rows.delete(id);
    this.#tell(['existence'], { removed: [id] });
    return row;
  }

  restore(row: PulledOrderRow): void {
    this.#put(row);
  }

  #put(row: PulledOrderRow, parts: readonly RowPart[] = ['existence']): void {
    this.rows.set(row.id, row);
    this.#tell(parts, { upserts: [row.id] });
  }

  #tell(changed: readonly RowPart[], change: Partial<OrdersChange>): void {
    const parts = new Set(changed);
    this.#changed.fire(parts, { upserts: [], removed: [], renewed: [], ...change, parts });
  }
}

function leafFields({ fingerprint256, notBefore, notAfter }: CertificateFacts) {
  return { fingerprint256, notBefore, notAfter };
}

/** One session of the inbox over a disk, which survives a restart. */
export function startInbox(
  disk = new FakeInboxRepository(),
  orders = new FakePulledOrders(),
  now: number = start,
  /** The time that is confirmed; otherwise the wall clock is right. */
  confirmedAt: number | null = null,
) {
  const time = createFakeTime(now);
  const { logger, lines } = createRecordingLogger();
  const store = new DeliveryStore(disk, logger);
  const names = new OrderNames(disk);
  const roots = createTrustAnchors([authority.rootPem]);
  const checkChain = createChainCheck(() => roots);
  const newId = () => `push-${disk.orders.size + 1}`;
  const { clock } = time;
  const confirmedClock = confirmedAt === null ? clock : { now: () => confirmedAt };
  const pushOrders = new PushOrders({ store, repository: disk, checkChain, clock, confirmedClock, newId });
  const orderList = new OrderList([pushOrders], confirmedClock);
  const asked: (readonly string[])[] = [];
  const changes: OrdersChange[] = [];
  pushOrders.onDidChange('all', (change) => changes.push(change));
  const person = { says: ok(null) as Result<null>, asked: [] as string[] };
  const inbox = new InboxService({
    confirmApproval: async ({ id }) => {
      person.asked.push(id);
      return person.says;
    },
    ...{ store, names, pushOrders, orders, orderList },
    keys: {
      remove: (ids, key) => {
        const removed = disk.removeKeys(ids, key);
        if (removed.ok) store.update(ids.flatMap((id) => ({ ...recordOf(id), key })));
        return removed;
      },
    },
    poller: {
      poll: async (ids) => {
        if (ids !== null) asked.push(ids);
        return [];
      },
      onDidPoll: orders.onDidPoll,
    },
    checkChain,
    ...{ clock: time.clock, scheduler: time.scheduler },
  });
  const recordOf = (id: string): DeliveryRecord => {
    const record = store.get(id);
    if (record === null) throw new Error(`No delivery ${id}`);
    return record;
  };
  const keep = (
    deliveries: readonly { readonly id: string; readonly what: Carried; readonly name?: string }[],
  ) => {
    const records = deliveries.map(({ id, what, name }) => ({
      ...{ id, ...what, receivedAt: time.clock.now(), hookId: 'h1', hookName: 'Hook' },
      ...{ orderName: name ?? 'shop', task: 'task', serviceNotAfter: '2026-08-01 00:00:00', orderId: null },
      verdict: { kind: 'waiting', reason: { kind: 'unknownName' } } as const,
      ...{ key: 'vault' as const, sharesSignature: false },
    }));
    for (const record of records) disk.records.set(record.id, record);
    store.add(records);
  };
  inbox.start();
  return {
    ...{ inbox, store, names, pushOrders, orderList, orders, disk, time, asked, changes, lines, person },
    keep,
    /** Delivers, and waits for the verdict. */
    async deliver(id: string, what: Carried, name = 'shop'): Promise<DeliveryVerdict> {
      keep([{ id, what, name }]);
      await time.advance(1);
      return recordOf(id).verdict;
    },
    /** Polls the service a millisecond later. */
    async polled(orderId: string, answer: CertificateFacts | AppError): Promise<void> {
      await time.advance(1);
      orders.polled(orderId, answer, time.clock.now());
    },
    recordOf,
    verdict: (id: string) => recordOf(id).verdict,
    /** A short name of the verdict: `confirmed`, `waiting leafDiffers`. */
    word: (id: string) => wordOf(recordOf(id).verdict),
  };
}

function wordOf(verdict: DeliveryVerdict): string {
  return verdict.kind === 'waiting' ? `waiting ${verdict.reason.kind}` : verdict.kind;
}
