import { type Disposable, disposeAll } from './disposable.ts';
import { Emitter, type Event } from './emitter.ts';
import type { Scheduler } from './time.ts';

/**
 * Whether the machine has a network, as a port. Both answers are guesses: Chromium leaves out tunnels, and `true` does not
 * mean that a host is reachable. So `false` delays what is planned, and forbids nothing that the user asks for.
 */
export interface Connectivity {
  online(): boolean;
  readonly onDidChange: Event<boolean>;
}

/** The system's proxy settings, as a port. */
export interface ProxyResolver {
  /** A PAC result such as `DIRECT` or `PROXY host:port; DIRECT` for a URL. */
  resolveProxy(url: string): Promise<string>;
}

interface NetworkWatchPorts {
  /** The system's own answer, at once. */
  readonly isOnline: () => boolean;
  readonly window: { isOpen(): boolean; readonly onDidFocus: Event<void> };
  readonly scheduler: Scheduler;
}

const LOOK_EVERY_MS = 30_000;

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
  #timer: Disposable | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(ports: NetworkWatchPorts) {
    this.#ports = ports;
    this.#isOnline = ports.isOnline();
    this.#focus = ports.window.onDidFocus(() => this.#look());
    this.#lookIn(LOOK_EVERY_MS);
  }

  online(): boolean {
    const isOnline = this.#ports.isOnline();
    // Fired later: the caller may not expect an event during its call.
    if (isOnline !== this.#isOnline) this.#lookIn(0);
    return isOnline;
  }

  dispose(): void {
    disposeAll([this.#focus, ...(this.#timer === null ? [] : [this.#timer])]);
  }

  #look(): void {
    const { isOnline, window } = this.#ports;
    const before = this.#isOnline;
    this.#isOnline = isOnline();
    this.#timer?.dispose();
    if (window.isOpen() || !this.#isOnline) this.#lookIn(LOOK_EVERY_MS);
    if (this.#isOnline !== before) this.#changed.fire(this.#isOnline);
  }

  #lookIn(delayMs: number): void {
    this.#timer?.dispose();
    this.#timer = this.#ports.scheduler.after(delayMs, () => this.#look());
  }
}
