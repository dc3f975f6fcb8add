import { networkInterfaces } from 'node:os';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { type Disposable, disposeAll } from './disposable.ts';
import { Emitter, type Event } from './emitter.ts';
import type { Scheduler } from './time.ts';

/**
 * Whether the machine has a network, as a port. Both answers are guesses: `true` does not mean that a host is reachable,
 * and `false` only delays what is planned. It forbids nothing that the user asks for.
 */
export interface Connectivity {
  online(): boolean;
  /**
   * What became of a request to another computer, which says more than the system does.
   * @param isAnswered whether that computer answered, with whatever
   */
  heard(isAnswered: boolean): void;
  readonly onDidChange: Event<boolean>;
}

/** The system's proxy settings, as a port. */
export interface ProxyResolver {
  /** A PAC result such as `DIRECT` or `PROXY host:port; DIRECT` for a URL. */
  resolveProxy(url: string): Promise<string>;
}

interface NetworkWatchPorts {
  /** The system's own answer, at once. `false` is in doubt while an interface leads out: Chromium leaves out tunnels. */
  readonly isOnline: () => boolean;
  readonly leadsOut: () => boolean;
  readonly window: { isOpen(): boolean; readonly onDidFocus: Event<void> };
  readonly scheduler: Scheduler;
}

const LOOK_EVERY_MS = 30_000;

/** A tunnel that led nowhere is tried again after this. */
const DOUBT_AGAIN_MS = 5 * MINUTE_MS;

/** Whether an interface leads out of this computer. A sandbox may hide them: then the program tries. */
export function hasWayOut(): boolean {
  try {
    const interfaces = Object.values(networkInterfaces());
    return interfaces.some((addresses = []) => addresses.some(({ internal }) => !internal));
  } catch {
    return true;
  }
}

/**
 * Follows a network state that the system tells only when asked. While the window is open it shows the state, and while
 * there is no network all polls wait for it: only then it is asked twice a minute. Otherwise each poll asks before it
 * starts, so that an idle app does not wake the processor.
 */
export class NetworkWatch implements Connectivity, Disposable {
  readonly #ports: NetworkWatchPorts;
  readonly #changed = new Emitter<boolean>('networkWatch.changed');
  readonly #focus: Disposable;
  #isOnline: boolean;
  /** What the system said last. What was heard counts until it says something else. */
  #said = '';
  #heard: boolean | null = null;
  #timer: Disposable | null = null;
  #doubt: Disposable | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(ports: NetworkWatchPorts) {
    this.#ports = ports;
    this.#isOnline = this.#guess();
    this.#focus = ports.window.onDidFocus(() => this.#look());
    this.#lookIn(LOOK_EVERY_MS);
  }

  online(): boolean {
    const isOnline = this.#guess();
    // Fired later: the caller may not expect an event during its call.
    if (isOnline !== this.#isOnline) this.#lookIn(0);
    return isOnline;
  }

  heard(isAnswered: boolean): void {
    const isOnline = this.#guess();
    if (this.#said === 'online') return;
    // Where another computer answered, this one is down.
    if (!isAnswered && (this.#heard === true || !isOnline)) return;
    this.#heard = isAnswered;
    this.#doubt?.dispose();
    this.#doubt = isAnswered ? null : this.#ports.scheduler.after(DOUBT_AGAIN_MS, () => this.#doubtAgain());
    this.#lookIn(0);
  }

  dispose(): void {
    disposeAll([this.#focus, ...[this.#timer, this.#doubt].filter((timer) => timer !== null)]);
  }

  #guess(): boolean {
    const { isOnline, leadsOut } = this.#ports;
    const said = isOnline() ? 'online' : leadsOut() ? 'doubt' : 'offline';
    if (said !== this.#said) this.#heard = null;
    this.#said = said;
    return this.#heard ?? said !== 'offline';
  }

  #doubtAgain(): void {
    this.#heard = null;
    this.#look();
  }

  #look(): void {
    const before = this.#isOnline;
    this.#isOnline = this.#guess();
    this.#timer?.dispose();
    if (this.#ports.window.isOpen() || !this.#isOnline) this.#lookIn(LOOK_EVERY_MS);
    if (this.#isOnline !== before) this.#changed.fire(this.#isOnline);
  }

  #lookIn(delayMs: number): void {
    this.#timer?.dispose();
    this.#timer = this.#ports.scheduler.after(delayMs, () => this.#look());
  }
}
