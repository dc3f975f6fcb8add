import { net } from 'electron';
import type { Connectivity } from '#main/platform/connectivity.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { Emitter } from '#main/platform/emitter.ts';

/** Main has no event for network changes, so this polls. Rarely, because each poll wakes an idle processor. */
const LOOK_EVERY_MS = 30_000;

/** Whether the machine has a network, according to Chromium. */
export class DesktopConnectivity implements Connectivity, Disposable {
  readonly #changed = new Emitter<boolean>('connectivity.changed');
  readonly #timer: NodeJS.Timeout;
  #online = net.isOnline();

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  online(): boolean {
    const online = net.isOnline();
    // Fired later: the caller may not expect an event during its call.
    if (online !== this.#online) setImmediate(() => this.#look());
    return online;
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const online = net.isOnline();
    if (online === this.#online) return;
    this.#online = online;
    this.#changed.fire(online);
  }
}
