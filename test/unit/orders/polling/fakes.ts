import type { OrderRecord, OrderRepository } from '#main/orders/list/orderRecord.ts';
import type { Connectivity } from '#main/platform/connectivity.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Inspection } from '#main/x509/certificates/inspect.ts';
import type { CertificateMaterial, FetchOutcome, MaterialSource, PollAnswer } from '#main/x509/material.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { HistoryEntry } from '#shared/domain/order.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface FakeRepository extends OrderRepository {
  readonly stored: Map<string, OrderRecord>;
  /** Every write that was taken, by how many orders it held. */
  readonly stateWrites: number[];
  /** Makes every write fail from now on, or succeed again with `null`. */
  failWith(error: AppError | null): void;
}

/** Keeps orders in a map, as the database does in its file. */
export function createFakeRepository(records: readonly OrderRecord[] = []): FakeRepository {
  const stored = new Map(records.map((record) => [record.id, record]));
  const histories = new Map<string, Map<string, HistoryEntry>>();
  const stateWrites: number[] = [];
  let failure: AppError | null = null;
  const change = (ids: readonly string[], fields: Partial<OrderRecord>) => {
    for (const id of ids) {
      const record = stored.get(id);
      if (record !== undefined) stored.set(id, { ...record, ...fields });
    }
  };
  const write = (work: () => void): Result<null> => {
    if (failure !== null) return err(failure);
    work();
    return ok(null);
  };
  return {
    stored,
    stateWrites,
    failWith(error) {
      failure = error;
    },
    outlines: () =>
      [...stored.values()].map((record) => ({ ...record, isCompared: record.accepted !== null })),
    load: () => [...stored.values()],
    read: (ids) => ids.flatMap((id) => stored.get(id) ?? []),
    add: (fresh, returning) =>
      write(() => {
        for (const record of fresh) stored.set(record.id, record);
        change(returning, { removedAt: null });
      }),
    maskRids: (records) =>
      write(() => {
        for (const record of records) stored.set(record.id, record);
      }),
    setAlias: (id, alias) => write(() => change([id], { alias })),
    setRemoved: (ids, removedAt) => write(() => change(ids, { removedAt })),
    saveStates: (changes) =>
      write(() => {
        stateWrites.push(changes.length);
        for (const { record, seenAt } of changes) {
          stored.set(record.id, record);
          if (seenAt === null || record.leaf === null) continue;
          const history = histories.get(record.id) ?? new Map<string, HistoryEntry>();
          histories.set(record.id, history);
          const { fingerprint256, serialNumber, issuerName, notBefore, notAfter } = record.leaf;
          const firstSeenAt = history.get(fingerprint256)?.firstSeenAt ?? seenAt;
          const seen = { firstSeenAt, lastSeenAt: seenAt };
          history.set(fingerprint256, {
            fingerprint256,
            serialNumber,
            issuerName,
            notBefore,
            notAfter,
            ...seen,
          });
        }
      }),
    setNextPolls: (plans) =>
      write(() => {
        for (const { orderId, nextPollAt } of plans) change([orderId], { nextPollAt });
      }),
    purge: (removedBefore) =>
      write(() => {
        for (const { id, removedAt } of stored.values()) {
          if (removedAt !== null && removedAt < removedBefore) stored.delete(id);
        }
      }),
    history: (id) => ok([...(histories.get(id)?.values() ?? [])].sort((a, b) => b.notBefore - a.notBefore)),
  };
}

/** A network that the test switches. `told`: what became of requests to other computers. */
export function createFakeConnectivity(): Connectivity & { set(online: boolean): void; told: boolean[] } {
  const changed = new Emitter<boolean>('fakes.changed');
  const told: boolean[] = [];
  let isOnline = true;
  return {
    told,
    online: () => isOnline,
    heard: (isAnswered) => void told.push(isAnswered),
    onDidChange: changed.event,
    set(online) {
      isOnline = online;
      changed.fire(online);
    },
  };
}

/** One request to the fake service. */
export interface FakeRequest {
  readonly connectionId: string;
  readonly rid: string;
  /** Monotonic ms. */
  readonly at: number;
  readonly signal: AbortSignal;
}

export interface FakeService extends Pick<MaterialSource, 'poll'> {
  readonly requests: FakeRequest[];
  /** Requests that are being answered, now and at most, by connection. */
  inFlight(connectionId: string): number;
  mostInFlight(connectionId: string): number;
  /** Whether an order was ever asked for while it was being asked for. */
  readonly overlapped: () => boolean;
}

/**
 * A service that answers through `answer` after `latencyMs`. It honours the abort signal, as the client does.
 * @param wait runs something later: a scheduler's `after`
 */
export function createFakeService(
  clock: { monotonic(): number },
  wait: (ms: number, run: () => void) => void,
  answer: (request: FakeRequest) => FetchOutcome | Promise<never>,
  latencyMs: (request: FakeRequest) => number = () => 100,
): FakeService {
  const requests: FakeRequest[] = [];
  const open = new Map<string, Set<string>>();
  const most = new Map<string, number>();
  let overlapped = false;
  const openOf = (connectionId: string) => {
    const set = open.get(connectionId) ?? new Set<string>();
    open.set(connectionId, set);
    return set;
  };
  return {
    requests,
    inFlight: (connectionId) => openOf(connectionId).size,
    mostInFlight: (connectionId) => most.get(connectionId) ?? 0,
    overlapped: () => overlapped,
    poll({ connectionId, rid }, { known, signal }) {
      const request = { connectionId, rid, at: clock.monotonic(), signal };
      requests.push(request);
      const own = openOf(connectionId);
      overlapped ||= own.has(rid);
      own.add(rid);
      most.set(connectionId, Math.max(most.get(connectionId) ?? 0, own.size));
      return new Promise((resolve) => {
        const end = (outcome: FetchOutcome | Promise<never>) => {
          own.delete(rid);
          resolve(outcome instanceof Promise ? outcome : answered(outcome, known));
        };
        signal.addEventListener('abort', () => end(failed({ kind: 'cancelled' })));
        wait(latencyMs(request), () => {
          if (!signal.aborted) end(answer(request));
        });
      });
    },
  };
}

/** What a poll that knew a body gets: here the body is the whole outcome. */
function answered(outcome: FetchOutcome, known: string | null): PollAnswer {
  const bodyDigest = outcome.material.ok ? JSON.stringify(outcome) : null;
  return bodyDigest !== null && bodyDigest === known ? { sameAs: bodyDigest } : { ...outcome, bodyDigest };
}

export function failed(error: AppError, serviceNotAfter: string | null = null): FetchOutcome {
  return { material: err(error), serviceNotAfter };
}

/** Material whose leaf `inspectFake` reads: its name and validity in days since 1970. */
export function given(
  name: string,
  fields: Partial<CertificateMaterial> & { readonly days?: readonly [number, number] } = {},
): FetchOutcome {
  const { days = [20_000, 21_000], ...rest } = fields;
  const certificate = JSON.stringify({ name, days });
  const material = {
    certificate,
    certificateServer: null,
    certificateChain: null,
    key: null,
    notAfter: null,
    name: null,
  };
  return { material: ok({ ...material, ...rest }), serviceNotAfter: rest.notAfter ?? null };
}

export function leafOf(name: string, [from, to]: readonly [number, number]): CertificateFacts {
  return {
    fingerprint256: `fingerprint of ${name}`,
    subject: `CN=${name}`,
    commonName: name,
    subjectAltNames: [name],
    issuer: 'CN=Issuing CA',
    issuerName: 'Issuing CA',
    serialNumber: '01',
    keyType: 'RSA',
    keyBits: 2048,
    curve: null,
    notBefore: from * DAY_MS,
    notAfter: to * DAY_MS,
    isCa: false,
    selfIssued: false,
  };
}

/** Reads what `given` wrote. */
export function inspectFake(material: CertificateMaterial): Result<Inspection> {
  const { name, days } = JSON.parse(material.certificate) as { name: string; days: [number, number] };
  const issuer = leafOf('issuer', [19_000, 30_000]);
  const validity = { from: issuer.notBefore, until: issuer.notAfter + 1 };
  const leaf = leafOf(name, days);
  return ok({
    leaf,
    leafPem: name,
    chain: [issuer],
    chainPem: ['issuer'],
    chainEnd: null,
    findings: [],
    ...validity,
  });
}
