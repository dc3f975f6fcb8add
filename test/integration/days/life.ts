import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises';
import { serviceKey } from '#shared/domain/order.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { freePort, listening, signingSecret } from '#test/integration/app/receiving.ts';
import { memoryFolder, startTestApp, type TestApp } from '#test/integration/app/testApp.ts';
import { type Answer, notafter } from '#test/integration/cli/askApp.ts';
import type { CertificateAuthority } from '#test/service/certificateAuthority.ts';
import {
  type ReferenceService,
  type ServiceOrder,
  startReferenceService,
} from '#test/service/referenceService.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createSkippableTime, type SkippableTime } from '#test/support/fakeTime.ts';
import { untidyRandom } from '#test/support/untidyRandom.ts';
import { COMPARED_MS, ComputerClock } from './computerClock.ts';
import { Deliveries } from './deliveries.ts';
import { type EventLog, startEventLog } from './eventLog.ts';
import { type Acknowledged, KnownSecrets, type Removed, type Wish } from './expectations.ts';
import { imageOf, restoreImage } from './folderImage.ts';
import { Recorder } from './recorder.ts';
import { isAtRest, isBusy, untilAnswered } from './rest.ts';
import { Reviews } from './reviews.ts';
import { ServerFarm } from './serverFarm.ts';
import { WriteWatch } from './writeWatch.ts';
import { Zone } from './zone.ts';

/** Too short to look like a jump of the clock, ms. */
const STRIDE_MS = 100_000;

/** How long the passing of time waits for answers in all, ms of the test. */
const WAITS_MS = 2000;

/** After this time without a disturbance nothing is late any more, ms. */
const CALM_MS = 90 * MINUTE_MS;

interface Surroundings {
  readonly root: string;
  readonly time: SkippableTime;
  readonly clock: ComputerClock;
  readonly service: ReferenceService;
  readonly events: EventLog;
  readonly port: number;
}

/**
 * A computer with the app, its user, the service and the time, over days. The app runs in this process, with real files, a
 * real database and real sockets. What the user wants is noted beside it, for the invariants.
 */
export class Life {
  readonly root: string;
  readonly profile: string;
  readonly targets: readonly string[];
  /** The folder of the user and of temporary files: the app writes nothing there. */
  readonly home: string;
  /** What this process writes anywhere. */
  readonly written = new WriteWatch();
  /** What the user has beside: files to import, and a program for commands. */
  readonly inputs: string;
  readonly recorder: Recorder;
  readonly servers: ServerFarm;
  readonly deliveries = new Deliveries();
  readonly zone = new Zone();
  /** Where deliveries are received. */
  readonly port: number;
  /** The id of the connection to the service. */
  connectionId = '';
  readonly time: SkippableTime;
  readonly clock: ComputerClock;
  readonly service: ReferenceService;
  readonly events: EventLog;
  readonly secrets = new KnownSecrets();
  /** The validity of every certificate, by its fingerprint; Unix ms. */
  readonly issued = new Map<string, { readonly notBefore: number; readonly notAfter: number }>();
  readonly reviews = new Reviews();
  /** What the user wants of the orders that are not removed, by rid. */
  readonly wishes = new Map<string, Wish>();
  /** Removed orders that can be brought back, by rid. */
  readonly removed = new Map<string, Removed>();
  /** Deliveries that were answered with 204, by task. */
  readonly acknowledged = new Map<string, Acknowledged>();
  /** What commands printed, and what apps that have ended logged, since the last check. */
  readonly printed: string[] = [];
  /** The version of the program that starts next. */
  version = 1;
  /** How often the app was killed. */
  kills = 0;
  /** Whether answers of the service may be on their way for long. */
  isSlow = false;
  isTokenGood = true;
  isOnline = true;
  /** Since when what alerts are wanted for has lasted, monotonic ms. */
  readonly lasting = new Map<string, number>();
  /** Folders whose files another program changed. */
  readonly spoiled = new Set<string>();
  readonly #tokens: string[];
  readonly #ids = new Map<string, string>();
  readonly #keychain = new FakeSecretHost();
  readonly #random = untidyRandom();
  #app: TestApp | null = null;
  /** What ends the app. */
  readonly #ends: (() => unknown)[] = [];
  /** Monotonic ms. */
  #calmSince = 0;

  private constructor({ root, time, clock, service, events, port }: Surroundings) {
    this.root = root;
    this.time = time;
    this.service = service;
    this.events = events;
    this.clock = clock;
    this.port = port;
    this.#tokens = [service.token];
    this.secrets.add(service.token, signingSecret);
    this.profile = join(root, 'profile');
    this.home = join(root, 'home');
    this.targets = ['web', 'mail'].map((name) => join(root, name));
    this.inputs = join(root, 'inputs');
    for (const folder of [this.profile, this.home, this.inputs, ...this.targets])
      mkdirSync(folder, { mode: 0o700 });
    this.recorder = new Recorder(this.inputs);
    this.servers = new ServerFarm(() => time.clock.monotonic());
  }

  /** A computer on which the app was never started, and a service without orders. */
  static async begin(authority: CertificateAuthority): Promise<Life> {
    const time = createSkippableTime();
    const clock = new ComputerClock(time);
    const now = () => clock.now();
    const service = await startReferenceService({ orders: 0, authority, now });
    const events = await startEventLog(now, () => clock.isRight);
    return new Life({ root: memoryFolder(), time, clock, service, events, port: await freePort() });
  }

  get app(): TestApp {
    if (this.#app === null) throw new Error('the app does not run');
    return this.#app;
  }

  /** The true time, Unix ms. */
  now(): number {
    return this.clock.now();
  }

  /** The id of an order as it was seen last; `null`: never. */
  idOf(rid: string): string | null {
    return this.app.order(rid)?.id ?? this.#ids.get(rid) ?? null;
  }

  /** A new access token at the service. */
  addToken(): string {
    const token = this.service.addToken();
    this.#tokens.push(token);
    this.secrets.add(token);
    return token;
  }

  /** The service refuses all tokens from now on. */
  revokeTokens(): void {
    for (const token of this.#tokens) this.service.revokeToken(token);
  }

  /** Sets the clock of the computer wrong by these ms; 0: right. */
  async setClock(aheadMs: number): Promise<void> {
    this.clock.set(aheadMs);
    this.lasting.clear();
    this.disturb();
    await this.pass(COMPARED_MS);
  }

  /** Something happened after which alerts and updates may be late. */
  disturb(): void {
    this.#calmSince = this.time.clock.monotonic();
  }

  /** The time in which everything that is due was announced and updated, ms; `null`: it has not passed without a disturbance. */
  calmMs(): number | null {
    return this.isOnline && this.time.clock.monotonic() - this.#calmSince > CALM_MS ? CALM_MS : null;
  }

  /** Issues the first certificate of an order at the service. */
  async issue(rid: string, name: string, days: number): Promise<void> {
    const domains = [`${rid}.example`, `www.${rid}.example`] as const;
    this.#note(await this.service.addOrder({ rid, name, domains: [...domains], days }));
  }

  async renew(rid: string, options: Parameters<ReferenceService['renew']>[1] = {}): Promise<void> {
    this.#note(await this.service.renew(rid, options));
  }

  #note(issued: ServiceOrder): void {
    const { fingerprint256, material, notBefore, notAfter } = issued;
    this.reviews.note(issued);
    this.secrets.addKey(material.key);
    this.issued.set(fingerprint256, { notBefore: notBefore.getTime(), notAfter: notAfter.getTime() });
  }

  /** Starts the app and opens its window. */
  async start(): Promise<void> {
    this.#app = await startTestApp({
      userData: this.profile,
      atEnd: (end) => this.#ends.push(end),
      secretProcess: this.#keychain,
      prepare: (desktop) => {
        Object.assign(desktop, { version: `1.${this.version}.0` });
        desktop.setOnline(this.isOnline);
        desktop.answer = ({ buttons, closing }) => (closing === 0 ? 1 : buttons.length - 1);
      },
      surroundings: {
        clock: this.time.clock,
        scheduler: this.time.scheduler,
        random: this.#random,
        environment: { ...process.env, HOME: this.home, TMPDIR: this.home },
        timeZone: this.zone,
      },
    });
    this.disturb();
    if (this.deliveries.url !== '') await listening(this.#app, this.port);
  }

  async quit(): Promise<void> {
    const { log } = this.app;
    await this.#endApp();
    this.printed.push(JSON.stringify(log));
    this.#app = null;
    // A receiver has ended a turn before its last connection says so.
    for (let look = 0; look < 50 && this.time.pending() > 0; look += 1) await sleep(1);
    const left = [`${this.time.pending()} timers`, `${this.#keychain.running} processes`];
    if (left.some((one) => !one.startsWith('0 ')))
      throw new Error(`Broken: nothing is left after the end: ${left}`);
  }

  async #endApp(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }

  /**
   * Ends the app as `kill -9` does: what it writes from now on never was. The folders are as they were at this moment, since
   * the database is written without pauses in which other code runs.
   */
  async kill(): Promise<void> {
    const folders = [this.profile, ...this.targets];
    const images = folders.map((folder) => imageOf(folder));
    this.kills += 1;
    this.events.isDeaf = true;
    await this.quit();
    for (const [index, folder] of folders.entries()) restoreImage(folder, images[index] ?? []);
    this.events.isDeaf = false;
  }

  /** Runs a command through the app, as a terminal does. */
  async command(words: readonly string[]): Promise<Answer> {
    const answer = await notafter(this.app, words, { cwd: this.root });
    this.printed.push(answer.out, answer.err);
    return answer;
  }

  /** Lets time pass while the computer runs, ms. */
  async pass(ms: number): Promise<void> {
    const endsAt = performance.now() + WAITS_MS;
    for (let left = ms; left > 0; left -= STRIDE_MS) {
      this.time.skip(Math.min(left, STRIDE_MS));
      await nextLoop();
      await nextLoop();
      if (isBusy(this) && performance.now() < endsAt) await untilAnswered(this, 50);
    }
    await this.settle();
  }

  /** The computer sleeps. @param steady whether its monotonic clock goes on meanwhile @param tells whether the system says so */
  async sleep(ms: number, steady: boolean, tells: boolean): Promise<void> {
    if (steady) this.time.skip(ms);
    else this.time.setAhead(ms);
    this.disturb();
    if (tells) this.app.desktop.resume();
    await (tells ? this.settle() : this.pass(COMPARED_MS));
  }

  /** Waits until nothing is under way. Each look lets half a second pass, for what waits for that long. */
  async settle(): Promise<void> {
    for (let quiet = 0, looks = 0; quiet < 2 && looks < 200; looks += 1) {
      this.time.skip(500);
      for (let turn = 0; turn < 4; turn += 1) await nextLoop();
      const isQuiet = isAtRest(await this.app.call('app:snapshot', null)) && !isBusy(this);
      quiet = isQuiet ? quiet + 1 : 0;
      if (!isQuiet) await sleep(2);
      if (this.isSlow && looks > 20) return;
    }
  }

  /** What was said so far holds nothing that must not be said. */
  forget(): void {
    this.printed.length = 0;
    for (const order of this.app.seen().orders.values()) this.#ids.set(serviceKey(order), order.id);
    const { desktop } = this.app;
    desktop.calls.answers.length = 0;
    desktop.done.length = 0;
    desktop.sent.length = 0;
    desktop.questions.length = 0;
    desktop.trayViews.splice(0, desktop.trayViews.length - 1);
  }

  /** Ends everything. */
  async end(): Promise<void> {
    try {
      if (this.#app !== null) await this.quit();
      else await this.#endApp();
    } finally {
      this.zone.restore();
      this.written.end();
      this.servers.close();
      await this.service.close();
      await this.events.close();
      rmSync(this.root, { recursive: true });
    }
  }
}
