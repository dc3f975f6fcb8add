import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { UpdateOffer, UpdateProblem, UpdateView } from '#shared/domain/update.ts';
import type { UpdateSource } from './updateSource.ts';

export interface UpdateServicePorts {
  readonly source: UpdateSource;
  readonly settings: () => Settings;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Begins to quit; `installOnQuit` is asked for on the way. */
  readonly quit: () => void;
}

/** The start has better things to do. */
const FIRST_CHECK_MS = 60_000;
/** Sleep stops timers, so the day is measured by the clock. */
const LOOK_EVERY_MS = 3_600_000;
const CHECK_EVERY_MS = 24 * 3_600_000;

/** Looks for a newer version, daily where the settings ask for it, and brings it in step by step as the person says. */
export class UpdateService implements Disposable {
  readonly #ports: UpdateServicePorts;
  readonly #changed = new Emitter<UpdateView>('updateService.changed');
  #view: UpdateView;
  /** Unix ms of the last time that the feed was asked, whatever came of it. */
  #askedAt: number | null = null;
  #timer: Disposable | null = null;
  #isDisposed = false;
  #isInstallWanted = false;

  readonly onDidChange = this.#changed.event;

  constructor(ports: UpdateServicePorts) {
    this.#ports = ports;
    this.#view = { kind: ports.source.hasFeed ? 'idle' : 'noFeed' };
  }

  view(): UpdateView {
    return this.#view;
  }

  /** From now on looks by itself, for as long as the settings ask for it. */
  start(): void {
    if (this.#ports.source.hasFeed) this.#lookIn(FIRST_CHECK_MS);
  }

  /** The settings changed: whoever just asked for it need not wait for the next hour. */
  settingsChanged(): void {
    if (this.#timer !== null) this.#look();
  }

  /** Asks the feed, unless that would throw away what is under way or already downloaded. */
  async check(): Promise<void> {
    const { kind } = this.#view;
    if (kind === 'noFeed' || kind === 'checking' || kind === 'downloading' || kind === 'ready') return;
    const { source, clock } = this.#ports;
    this.#askedAt = clock.now();
    this.#show({ kind: 'checking' });
    const found = await source.check();
    if (!found.ok) this.#fail(found.error, null);
    else if (found.value === null) this.#show({ kind: 'none', checkedAt: clock.now() });
    else this.#show({ kind: 'available', offer: found.value, canInstall: source.canInstall });
  }

  /** Downloads the version that was found, or tries it again. */
  async download(): Promise<void> {
    const offer = this.#downloadable();
    if (offer === null) return;
    this.#show({ kind: 'downloading', offer, percent: 0 });
    const done = await this.#ports.source.download((percent) => {
      if (this.#view.kind === 'downloading') this.#show({ kind: 'downloading', offer, percent });
    });
    if (done.ok) this.#show({ kind: 'ready', offer });
    else this.#fail(done.error, offer);
  }

  /** Quits, and installs what was downloaded as the last thing. */
  install(): void {
    if (this.#view.kind !== 'ready') return;
    this.#isInstallWanted = true;
    this.#ports.quit();
  }

  /** To be called when everything else has ended: the new version must find nothing that the old one still holds. */
  async installOnQuit(): Promise<void> {
    if (this.#isInstallWanted) await this.#ports.source.install();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#timer?.dispose();
    this.#timer = null;
  }

  #downloadable(): UpdateOffer | null {
    if (this.#view.kind === 'available' && this.#view.canInstall) return this.#view.offer;
    return this.#view.kind === 'failed' ? this.#view.offer : null;
  }

  #lookIn(delayMs: number): void {
    this.#timer?.dispose();
    this.#timer = this.#ports.scheduler.after(delayMs, () => this.#look());
  }

  #look(): void {
    this.#lookIn(LOOK_EVERY_MS);
    const { settings, clock, logger } = this.#ports;
    if (!settings().checkForUpdates) return;
    // A clock that was set back must not keep the app from looking.
    const isDue = this.#askedAt === null || Math.abs(clock.now() - this.#askedAt) >= CHECK_EVERY_MS;
    if (isDue) this.check().catch(() => logger.error('The update feed was not asked'));
  }

  #fail(problem: UpdateProblem, offer: UpdateOffer | null): void {
    this.#ports.logger.warn('An update failed', {
      state: offer === null ? 'check' : 'download',
      problem,
    });
    this.#show({ kind: 'failed', problem, offer });
  }

  #show(view: UpdateView): void {
    if (this.#isDisposed) return;
    this.#view = view;
    this.#changed.fire(view);
  }
}
