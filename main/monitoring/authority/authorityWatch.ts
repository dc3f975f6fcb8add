import type { X509Certificate } from 'node:crypto';
import type { Random } from '#main/platform/backoff.ts';
import type { Connectivity } from '#main/platform/connectivity.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { DueRunner, type DueRunnerPorts } from '#main/platform/dueRunner.ts';
import type { Event } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { certificateIds } from '#main/x509/certificates/certificateIds.ts';
import { certificatesIn } from '#main/x509/certificates/pem.ts';
import { validityOf } from '#main/x509/certificates/validity.ts';
import type { AuthorityCheck, RenewalAnswer } from '#shared/domain/authorityNews.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { CLOCK_SLACK_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import {
  type AuthorityRecord,
  type AuthorityRecords,
  checks,
  type Part,
  unaskedRecord,
} from './authorityRecords.ts';
import { directoryOf, type RenewalInfo, renewalId, replacementOf } from './renewalInfo.ts';
import { type CrlRepository, type RevocationLists, revocationAfter } from './revocationLists.ts';

/** An order with a current certificate. */
export interface WatchedOrder {
  readonly id: string;
  readonly fingerprint256: string;
  /** When its certificate expires, Unix ms; `null`: not known. */
  readonly notAfter: number | null;
}

export interface AuthorityWatchPorts {
  readonly records: AuthorityRecords;
  readonly renewalInfo: Pick<RenewalInfo, 'ask'>;
  readonly lists: Pick<RevocationLists, 'ask'>;
  readonly crls: Pick<CrlRepository, 'clear'>;
  readonly orders: () => readonly WatchedOrder[];
  /** `null`: there is no such order, or it has no certificate. */
  readonly order: (orderId: string) => WatchedOrder | null;
  /** The leaf of an order, then its chain, as PEM; empty: not stored. Throws when the database does. */
  readonly pem: (order: WatchedOrder) => string;
  readonly settings: () => Settings;
  readonly connectivity: Connectivity;
  /** What may make a question due, beside time and the network: changed orders or settings, a jump of the clock. */
  readonly wakes: readonly Event<unknown>[];
  /** Fires now and then. */
  readonly onDidCompare: Event<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly logger: Logger;
}

const AT_ONCE = 2;
/** Timers stop during sleep, so what is due is looked for often. */
const LOOK_EVERY_MS = 5 * MINUTE_MS;
/** Questions that are due together are spread over this time. */
const SPREAD_MS = 10_000;
/** The longest wait of a question beyond its time, as a part of its usual wait. */
const JITTER = 0.1;

/** The most orders that are asked about at once by `askDue`, and the longest time that it takes. */
const ONCE_MAX = 200;
const ONCE_LIMIT_MS = 2 * MINUTE_MS;
/** The wait after a question that threw. */
const AGAIN_AFTER_BUG_MS = 6 * 60 * MINUTE_MS;

/** Whether these addresses are asked, although the system may guess that there is no network. */
type MayTry = (urls: readonly string[]) => boolean;

/** Asks certificate authorities about the current certificates of all orders, for what the user switched on. */
export class AuthorityWatch implements Disposable {
  readonly #ports: AuthorityWatchPorts;
  readonly #runner: DueRunner;
  readonly #stopping = new AbortController();
  /** By order: the certificate and settings with which there is no directory to ask. */
  readonly #unasked = new Map<string, string>();
  #hasLists = true;

  constructor(ports: AuthorityWatchPorts) {
    const { random, wakes, connectivity } = ports;
    this.#ports = ports;
    this.#runner = this.#createRunner(false, {
      look: () => this.#findDue().map(({ id }) => ({ id, delayMs: random() * SPREAD_MS })),
      lookEveryMs: () => (this.#parts().length > 0 ? LOOK_EVERY_MS : Number.POSITIVE_INFINITY),
      wakes,
      connectivity,
    });
  }

  /** Asks what is due, and from now on all in its time. */
  start(): void {
    this.#runner.start();
  }

  /** Asks once what is due about some orders, those first that waited longest, within limits of number and time. Never rejects. */
  async askDue(orderIds: readonly string[], signal: AbortSignal): Promise<void> {
    const chosen = new Set(orderIds);
    const due = this.#findDue()
      .filter(({ id }) => chosen.has(id))
      .toSorted((one, other) => this.#dueSince(one) - this.#dueSince(other))
      .slice(0, ONCE_MAX);
    const once = this.#createRunner(true, { look: () => due.map(({ id }) => ({ id, delayMs: 0 })) });
    const end = () => once.dispose();
    const timer = this.#ports.scheduler.after(ONCE_LIMIT_MS, end);
    const ends = AbortSignal.any([signal, this.#stopping.signal]);
    ends.addEventListener('abort', end);
    if (!ends.aborted) once.start();
    await once.settled();
    ends.removeEventListener('abort', end);
    timer.dispose();
  }

  /** @param isRequested whether a person asks, whom no guess about the network refuses */
  #createRunner(
    isRequested: boolean,
    plan: Pick<DueRunnerPorts, 'look' | 'lookEveryMs' | 'wakes' | 'connectivity'>,
  ): DueRunner {
    const { order, onDidCompare, clock, scheduler, logger } = this.#ports;
    return new DueRunner({
      ...plan,
      atOnce: AT_ONCE,
      run: async (id, signal) => {
        const watched = order(id);
        if (watched !== null) await this.#ask(watched, isRequested, signal);
        return null;
      },
      failed: 'A certificate authority was not asked',
      retryMs: null,
      onDidCompare,
      clock,
      scheduler,
      logger,
    });
  }

  /** Forgets what is not watched. @returns the orders with a question that is due and does not run */
  #findDue(): readonly WatchedOrder[] {
    const parts = this.#parts();
    const { records, orders, crls } = this.#ports;
    const isOn = parts.includes('revocation');
    if (this.#hasLists && !isOn) crls.clear();
    this.#hasLists = isOn;
    const watched = parts.length === 0 ? [] : orders();
    records.keepOnly(watched, parts);
    return watched.filter(
      (order) => !this.#runner.isPlanned(order.id) && parts.some((part) => this.#isDue(order, part)),
    );
  }

  /** The time of the question that waited longest, Unix ms; 0: nothing was asked yet. Where nothing can be asked, nothing waits. */
  #dueSince({ id }: WatchedOrder): number {
    const record = this.#ports.records.get(id);
    const times = this.#parts().map((part) => {
      const check = record?.[checks[part]] ?? null;
      return check === null ? 0 : (check.nextAt ?? Number.POSITIVE_INFINITY);
    });
    return Math.min(...times);
  }

  dispose(): void {
    this.#stopping.abort();
    this.#runner.dispose();
  }

  #parts(): readonly Part[] {
    const { checkRevocation, checkRenewalInfo } = this.#ports.settings();
    return [
      ...(checkRevocation ? ['revocation' as const] : []),
      ...(checkRenewalInfo ? ['renewal' as const] : []),
    ];
  }

  #isDue(order: WatchedOrder, part: Part): boolean {
    const { id } = order;
    const check = this.#ports.records.get(id)?.[checks[part]] ?? null;
    // What is said of an expired certificate ends when it turns out that the clock was wrong.
    if (this.#isExpired(order) || check?.answer === 'expired')
      return this.#isExpired(order) !== (check?.answer === 'expired');
    if (part === 'renewal' && this.#unasked.get(id) === this.#keyOf(order)) return false;
    const nextAt = check?.nextAt ?? null;
    const now = this.#ports.clock.now();
    // After a clock that was ahead, the next time may be years away.
    const isToCome = (check?.failedAt ?? check?.answeredAt ?? now) > now + CLOCK_SLACK_MS;
    return nextAt === null || nextAt <= now || isToCome;
  }

  #isExpired({ notAfter }: WatchedOrder): boolean {
    return notAfter !== null && notAfter < this.#ports.clock.now();
  }

  async #ask(order: WatchedOrder, isRequested: boolean, signal: AbortSignal): Promise<void> {
    const [leaf, ...chain] = certificatesIn(this.#ports.pem(order));
    if (leaf === undefined) return;
    const mayTry = (urls: readonly string[]) => isRequested || this.#canReach(urls);
    const questions = {
      revocation: () => this.#askForRevocation(order, leaf, chain, mayTry, signal),
      renewal: () => this.#askForRenewal(order, leaf, mayTry, signal),
    };
    for (const part of ['revocation', 'renewal'] as const) {
      if (signal.aborted) return;
      if (!this.#parts().includes(part) || !this.#isDue(order, part)) continue;
      if (this.#isExpired(order)) this.#storeUnasked(order, part, 'expired');
      else await this.#keepingOthers(order, part, questions[part], signal);
    }
  }

  /** A bug in one question is logged, and counts as a failure. The other question and other orders are asked all the same. */
  async #keepingOthers(
    order: WatchedOrder,
    part: Part,
    ask: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await ask();
    } catch (error) {
      if (signal.aborted) return;
      this.#ports.logger.error('A certificate authority was not asked', { error: errorName(error) });
      this.#store(order, part, (record) => ({
        ...record,
        [checks[part]]: this.#checked(record[checks[part]], null, AGAIN_AFTER_BUG_MS),
      }));
    }
  }

  /** Says that there is nothing to ask until the certificate or the settings change. */
  #storeUnasked(
    order: WatchedOrder,
    part: Part,
    answer: 'expired' | Exclude<RenewalAnswer, 'suggested'>,
  ): void {
    this.#store(order, part, (record) => {
      if (record[checks[part]]?.answer === answer) return record;
      const check = { answer, answeredAt: this.#ports.clock.now(), failedAt: null, nextAt: null };
      // A revocation is final, so it stays.
      return part === 'revocation'
        ? { ...record, revocationCheck: { ...check, answer: 'expired' } }
        : { ...record, replacement: null, firstStart: null, renewalCheck: check };
    });
  }

  async #askForRevocation(
    order: WatchedOrder,
    leaf: X509Certificate,
    chain: readonly X509Certificate[],
    mayTry: MayTry,
    signal: AbortSignal,
  ): Promise<void> {
    const urls = certificateIds(leaf)?.crlUrls ?? [];
    if (urls.length > 0 && !mayTry(urls)) return;
    const { records, lists } = this.#ports;
    const known = records.get(order.id);
    const before = known?.fingerprint256 === order.fingerprint256 ? known.list : null;
    const found = await lists.ask(leaf, chain, before, signal);
    if (signal.aborted) return;
    // Without a network a failure says nothing of the authority.
    if (found.kind === 'failed' && urls.length > 0 && !this.#canReach(urls)) return;
    this.#store(order, 'revocation', (record) => ({
      ...record,
      revoked: revocationAfter(record, found),
      list: 'issue' in found ? found.issue : record.list,
      revocationCheck: this.#checked(
        record.revocationCheck,
        found.kind === 'failed' ? null : found.kind,
        found.againInMs,
      ),
    }));
  }

  async #askForRenewal(
    order: WatchedOrder,
    leaf: X509Certificate,
    mayTry: MayTry,
    signal: AbortSignal,
  ): Promise<void> {
    const directory = directoryOf(leaf, this.#ports.settings().acmeDirectory);
    const id = renewalId(leaf);
    const validity = validityOf(leaf);
    if (directory === null || id === null || validity === null) {
      this.#unasked.set(order.id, this.#keyOf(order));
      const isUnreadable = certificateIds(leaf) === null || validity === null;
      this.#storeUnasked(
        order,
        'renewal',
        directory === null ? 'noDirectory' : isUnreadable ? 'unreadable' : 'noIssuerKey',
      );
      return;
    }
    if (!mayTry([directory])) return;
    const { window, againInMs } = await this.#ports.renewalInfo.ask(directory, id, signal);
    if (signal.aborted || (window === null && !this.#canReach([directory]))) return;
    this.#store(order, 'renewal', (record) => {
      const firstStart = record.firstStart ?? window?.start ?? null;
      return {
        ...record,
        firstStart,
        replacement:
          window === null || firstStart === null
            ? record.replacement
            : replacementOf(window, firstStart, validity),
        renewalCheck: this.#checked(record.renewalCheck, window === null ? null : 'suggested', againInMs),
      };
    });
  }

  /** Stores an answer, unless the order was renewed or the part was switched off meanwhile. */
  #store(
    { id, fingerprint256 }: WatchedOrder,
    part: Part,
    change: (record: AuthorityRecord) => AuthorityRecord,
  ): void {
    const { records, order } = this.#ports;
    const isCurrent = order(id)?.fingerprint256 === fingerprint256;
    if (this.#stopping.signal.aborted || !isCurrent || !this.#parts().includes(part)) return;
    const known = records.get(id);
    records.set(id, change(known?.fingerprint256 === fingerprint256 ? known : unaskedRecord(fingerprint256)));
  }

  #keyOf({ fingerprint256 }: WatchedOrder): string {
    return `${fingerprint256} ${this.#ports.settings().acmeDirectory ?? ''}`;
  }

  /** A check that ended now. @param answer `null`: the attempt failed, so the answer before it stays */
  #checked<Answer>(
    before: AuthorityCheck<Answer> | null,
    answer: Answer | null,
    againInMs: number,
  ): AuthorityCheck<Answer> {
    const { clock, random } = this.#ports;
    const now = clock.now();
    const nextAt = now + Math.round(againInMs * (1 + random() * JITTER));
    return answer === null
      ? { answer: before?.answer ?? null, answeredAt: before?.answeredAt ?? null, failedAt: now, nextAt }
      : { answer, answeredAt: now, failedAt: null, nextAt };
  }

  #canReach(urls: readonly string[]): boolean {
    return this.#ports.connectivity.online() || urls.every((url) => isLoopbackHost(new URL(url).hostname));
  }
}
