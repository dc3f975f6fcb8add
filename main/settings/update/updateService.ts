import type { Disposable } from '#main/platform/disposable.ts';
import { DueRunner } from '#main/platform/dueRunner.ts';
import { Emitter, type Event } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { Settings } from '#shared/domain/settings.ts';
import type { UpdateOffer, UpdateProblem, UpdateView } from '#shared/domain/update.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { acceptRelease, type SeenRelease, type SignedRelease, withSeen } from './signedRelease.ts';
import { updateCommand } from './updateCommand.ts';
import { offerOf, type UpdateSource } from './updateSource.ts';
import { isOlderVersion } from './versions.ts';

/** Port: what is remembered of the releases that the feed described. */
export interface ReleaseMemory {
  /** `null`: nothing yet. Throws if the database fails. */
  load(): SeenRelease | null;
  /** An error is logged. */
  save(seen: SeenRelease): void;
}

export interface UpdateServicePorts {
  readonly source: UpdateSource;
  readonly memory: ReleaseMemory;
  readonly settings: () => Settings;
  readonly onDidChangeSettings: Event<unknown>;
  /** Fires now and then. */
  readonly onDidCompare: Event<void>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Asks the user, not the page. Errors: those of `AskConsent`. */
  readonly confirmInstall: (offer: UpdateOffer) => Promise<Result<null>>;
  /** Starts to quit; calls `installOnQuit` at the end. */
  readonly quit: () => void;
}

/** `isSigned`: whether its signature was checked. */
interface FoundRelease {
  readonly release: SignedRelease;
  readonly isSigned: boolean;
}

const FIRST_CHECK_MS = 60_000;
/** Timers stop during sleep, so the clock is compared every hour. */
const LOOK_EVERY_MS = 3_600_000;
const CHECK_EVERY_MS = 24 * 3_600_000;

/** Checks for a newer version once a day if enabled, and downloads and installs it when the user asks for it. */
export class UpdateService implements Disposable {
  readonly #ports: UpdateServicePorts;
  readonly #changed = new Emitter<UpdateView>('updateService.changed');
  #view: UpdateView;
  /** The accepted release that is offered. */
  #release: SignedRelease | null = null;
  /** Unix ms of the last check, successful or not. */
  #askedAt: number | null = null;
  readonly #runner: DueRunner;
  #isDisposed = false;
  #isInstallWanted = false;

  readonly onDidChange = this.#changed.event;

  constructor(ports: UpdateServicePorts) {
    this.#ports = ports;
    this.#view = { kind: ports.source.hasFeed ? 'idle' : 'noFeed' };
    this.#runner = new DueRunner({
      ...ports,
      atOnce: 1,
      run: async () => {
        await this.check();
        return null;
      },
      failed: 'The update feed was not asked',
      retryMs: null,
      look: () => (this.#isDue() ? [{ id: 'feed', delayMs: 0 }] : []),
      lookEveryMs: () => LOOK_EVERY_MS,
      wakes: [ports.onDidChangeSettings],
    });
  }

  view(): UpdateView {
    return this.#view;
  }

  /** Checks a little later, if that is enabled, and from now on once a day, or when it is enabled. */
  start(): void {
    if (this.#ports.source.hasFeed) this.#runner.start(FIRST_CHECK_MS);
  }

  /** Checks for an update, unless one is being downloaded or is ready. */
  async check(): Promise<void> {
    const { kind } = this.#view;
    if (kind === 'noFeed' || kind === 'checking' || kind === 'downloading' || kind === 'ready') return;
    const { source, clock } = this.#ports;
    this.#askedAt = clock.now();
    this.#show({ kind: 'checking' });
    const found = await this.#readFeed().catch((): Result<never, UpdateProblem> => err('other'));
    if (!found.ok) {
      this.#fail(found.error, null);
      return;
    }
    const { release, isSigned } = found.value;
    const offer = offerOf(release, isSigned, source.version);
    if (isOlderVersion(source.version, offer.version)) {
      this.#release = release;
      this.#show(this.#available(offer));
    } else this.#show({ kind: 'none', checkedAt: clock.now(), signedAt: offer.signedAt });
  }

  /** Downloads the version that was found; also retries a failed download. */
  async download(): Promise<void> {
    const offer = this.#downloadable();
    if (offer === null || this.#release === null) return;
    this.#show({ kind: 'downloading', offer, percent: 0 });
    const done = await this.#ports.source.download(this.#release, (percent) => {
      if (this.#view.kind === 'downloading') this.#show({ kind: 'downloading', offer, percent });
    });
    if (done.ok) this.#show({ kind: 'ready', offer });
    else this.#fail(done.error, offer);
  }

  /** Quits to install the downloaded version, once the user agreed. Errors: those of `AskConsent`. */
  async install(): Promise<Result<null>> {
    if (this.#view.kind !== 'ready') return ok(null);
    const agreed = await this.#ports.confirmInstall(this.#view.offer);
    if (!agreed.ok) return agreed;
    this.#isInstallWanted = true;
    this.#ports.quit();
    return ok(null);
  }

  /** Installs the update if requested. Call it last: the new version must not find files that are still held. */
  async installOnQuit(): Promise<void> {
    if (this.#isInstallWanted) await this.#ports.source.install();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#runner.dispose();
  }

  /** What the feed describes, if it is signed and not older than what was read before. */
  async #readFeed(): Promise<Result<FoundRelease, UpdateProblem>> {
    const { source, memory } = this.#ports;
    const answer = await source.read();
    if (!answer.ok) return answer;
    const seen = memory.load();
    const keys = source.keys();
    const isSigned = keys.length > 0;
    const accepted = acceptRelease(answer.value, keys, seen);
    if (!accepted.ok) return accepted;
    if (isSigned) memory.save(withSeen(seen, accepted.value));
    return ok({ release: accepted.value, isSigned });
  }

  #available(offer: UpdateOffer): UpdateView {
    const { canInstall, packageManager } = this.#ports.source;
    // What nobody signed is announced, and no more.
    if (offer.signedAt === null) return { kind: 'available', offer, canInstall: false, command: null };
    const command =
      packageManager === null ? null : updateCommand(packageManager, offer.version, process.arch);
    return { kind: 'available', offer, canInstall, command };
  }

  #downloadable(): UpdateOffer | null {
    if (this.#view.kind === 'available' && this.#view.canInstall) return this.#view.offer;
    return this.#view.kind === 'failed' ? this.#view.offer : null;
  }

  #isDue(): boolean {
    const { settings, clock } = this.#ports;
    if (!settings().checkForUpdates) return false;
    // Also due if the clock was set back.
    return this.#askedAt === null || Math.abs(clock.now() - this.#askedAt) >= CHECK_EVERY_MS;
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
