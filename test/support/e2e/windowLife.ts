import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { agreeInBoxes } from '#scripts/demo/electronApp.ts';
import { snapshotOf } from '#scripts/demo/windowSteps.ts';
import { serviceKey } from '#shared/domain/order.ts';
import type { AppSnapshot } from '#shared/domain/snapshot.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import { type Answer, notafter } from '#test/integration/cli/askApp.ts';
import { Deliveries } from '#test/integration/days/deliveries.ts';
import type { Acknowledged } from '#test/integration/days/expectations.ts';
import { Reviews } from '#test/integration/days/reviews.ts';
import { ServerFarm } from '#test/integration/days/serverFarm.ts';
import { type MovableClock, movableClock } from './movableClock.ts';
import { launchNotAfter, type NotAfter, temporaryFolder } from './notAfterApp.ts';
import { takeNotifications } from './notifications.ts';
import { pageProcesses } from './processTree.ts';
import { ReceiverDriver } from './receiverDriver.ts';
import { startTestService, type TestService } from './service.ts';
import { driveWindow, type WindowDriver } from './windowDriver.ts';

/** What the service has when a life begins: names, and the days that are left. */
const beginnings: readonly (readonly [name: string, days: number])[] = [
  ['Shop', -3],
  ['Payment', 2],
  ['Blog', 20],
  ['Intranet', 60],
  ['Archive', 80],
];

/** The certificate of the service itself is valid for longer than this, hours from the true time. */
const AHEAD_MAX_HOURS = 40 * 24;

/** The names of the first certificate of an order. */
function namesOf(rid: string): readonly [string, string] {
  return [`${rid}.example.com`, `www.${rid}.example.com`];
}

interface Surroundings {
  readonly profile: string;
  readonly folder: string;
  readonly inputs: string;
  readonly service: TestService;
  readonly clock: MovableClock;
  readonly time: { aheadHours: number };
}

/** The real app on the test desktop with its user, the service and the time, over days. */
export class WindowLife {
  readonly profile: string;
  /** Where files are exported. */
  readonly folder: string;
  /** What the user has beside: files to import, and those that an administrator gives to servers. */
  readonly inputs: string;
  readonly service: TestService;
  /** The rids of the orders that the user has. */
  readonly wanted = new Set<string>();
  readonly deliveries = new Deliveries();
  /** Deliveries that were answered with 204, by task. */
  readonly acknowledged = new Map<string, Acknowledged>();
  readonly reviews = new Reviews();
  readonly servers = new ServerFarm(() => this.now());
  /** How often the app was killed. */
  kills = 0;
  /** Whether the step that just ended leaves the focus nowhere on purpose, as a new page does. */
  isFocusFree = true;
  /** Whether the service was told to answer late or not at all. */
  isSlow = false;
  readonly #clock: MovableClock;
  readonly #time: { aheadHours: number };
  #app: NotAfter | null = null;
  #driver: WindowDriver | null = null;

  private constructor({ profile, folder, inputs, service, clock, time }: Surroundings) {
    this.profile = profile;
    this.folder = folder;
    this.inputs = inputs;
    this.service = service;
    this.#clock = clock;
    this.#time = time;
  }

  /** The first start: a connection, the orders of the service, and a WebHook. */
  static async begin(): Promise<WindowLife> {
    await takeNotifications();
    const time = { aheadHours: 0 };
    const service = await startTestService({ now: () => Date.now() + time.aheadHours * HOUR_MS });
    const profile = await temporaryFolder();
    const folder = join(await temporaryFolder(), 'tls');
    await mkdir(folder);
    const inputs = await temporaryFolder();
    const clock = await movableClock(await temporaryFolder());
    const life = new WindowLife({ profile, folder, inputs, service, clock, time });
    for (const [name, days] of beginnings) await life.issue(name.toLowerCase(), name, days);
    await life.start();
    await life.driver.connect(service);
    for (const rid of service.rids) life.wanted.add(rid);
    const { url, secret } = await new ReceiverDriver(life.driver).addHook();
    life.deliveries.url = url;
    life.deliveries.secrets.splice(0, 1, secret);
    return life;
  }

  get app(): NotAfter {
    if (this.#app === null) throw new Error('the app does not run');
    return this.#app;
  }

  get driver(): WindowDriver {
    if (this.#driver === null) throw new Error('the app has no window');
    return this.#driver;
  }

  get page(): Page {
    return this.driver.page;
  }

  get hasWindow(): boolean {
    return this.#driver !== null;
  }

  /** The time of the computer, Unix ms. */
  now(): number {
    return Date.now() + this.#time.aheadHours * HOUR_MS;
  }

  /** How many hours can still pass. */
  get hoursLeft(): number {
    return AHEAD_MAX_HOURS - this.#time.aheadHours;
  }

  /** Issues the first certificate of an order at the service. */
  async issue(rid: string, name: string, days: number): Promise<void> {
    this.reviews.note(await this.service.addOrder({ rid, name, domains: namesOf(rid), days }));
  }

  /** Renews an order at the service. @param keepsNames whether the next certificate has all of its names */
  async renew(rid: string, days: number, keepsNames: boolean): Promise<void> {
    const [first, ...others] = namesOf(rid);
    const domains = keepsNames ? ([first, ...others] as const) : ([first] as const);
    this.reviews.note(await this.service.renew(rid, { days, domains: [...domains] }));
  }

  /** The state of main, as the page of the window has it. */
  snapshot(): Promise<AppSnapshot> {
    return snapshotOf(this.page);
  }

  /** The rids of the orders with their ids, names and statuses, in a constant order. */
  async orders() {
    return (await this.driver.orders()).toSorted((one, other) =>
      serviceKey(one) < serviceKey(other) ? -1 : 1,
    );
  }

  /** Hours pass while the computer sleeps. */
  async sleep(hours: number): Promise<void> {
    this.#time.aheadHours += Math.min(hours, this.hoursLeft);
    await this.#clock.move(`+${this.#time.aheadHours}h`);
    await this.app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'));
  }

  /** Starts the app, and controls its window. */
  async start(): Promise<void> {
    this.#app = await launchNotAfter({ profile: this.profile, env: this.#clock.env });
    await agreeInBoxes(this.app.electron);
    await this.meet();
    if (this.deliveries.url !== '') await new ReceiverDriver(this.driver).untilListening();
  }

  /** Controls the window that is open or about to open, in its language of now. */
  async meet(): Promise<void> {
    this.#driver = await driveWindow(this.app);
    this.isFocusFree = true;
  }

  /** The language of the window changed. */
  async speak(): Promise<void> {
    this.#driver = await driveWindow(this.app);
  }

  /** The window is closed: waits until its page has ended. */
  async leave(): Promise<void> {
    const { pid } = this.app;
    this.#driver = null;
    for (let looks = 0; looks < 100 && (await pageProcesses(pid)).length > 0; looks += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async quit(): Promise<void> {
    const { app } = this;
    this.#driver = null;
    await app.close();
    this.#app = null;
  }

  async kill(): Promise<void> {
    this.#driver = null;
    this.kills += 1;
    const { exitCode, signalCode } = this.app.electron.process();
    const killed = this.app.kill();
    // One that crashed does not end again.
    if (exitCode === null && signalCode === null) await killed;
    this.#app = null;
  }

  /** Runs a command through the app, as its client does. */
  async command(words: readonly string[]): Promise<Answer> {
    return await notafter({ desktop: { userData: this.profile } }, words, { cwd: this.folder });
  }

  /** The environment of a command in a terminal: its time is that of the app. */
  get environment(): NodeJS.ProcessEnv {
    return this.#clock.env;
  }

  /** Ends everything, and removes what it left. @param hasFailed the app may be in any state */
  async end(hasFailed: boolean): Promise<void> {
    this.service.clearFaults();
    try {
      if (this.#app !== null) await (hasFailed ? this.kill() : this.quit());
    } finally {
      this.servers.close();
      await this.service.close();
      for (const folder of [this.profile, this.folder, this.inputs])
        await rm(folder, { recursive: true, force: true });
    }
  }
}
