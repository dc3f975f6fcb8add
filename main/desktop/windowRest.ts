import { freemem, totalmem } from 'node:os';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { growsWhenShownAgain } from './wayland.ts';

/** So long the page of a closed window rests. */
const RESTS_MS = 2 * MINUTE_MS;

const GIB = 1024 ** 3;

/** Whether a window can be hidden and come back as it was, and nothing else needs the 70 MB of its page. */
function mayRest(): boolean {
  return !growsWhenShownAgain(process.env) && isMemoryPlenty();
}

/** macOS frees memory when it is needed: little is free before. */
function isMemoryPlenty(): boolean {
  return process.platform === 'darwin' ? totalmem() >= 8 * GIB : freemem() >= 2 * GIB;
}

interface RestingWindow {
  isFullScreen(): boolean;
  hide(): void;
  destroy(): void;
}

/** Hides a window that is closed, for two minutes: a person who closes it often wants it back within a minute. */
export class WindowRest {
  readonly #scheduler: Scheduler;
  readonly #mayRest: () => boolean;
  #timer: Disposable | null = null;

  constructor(scheduler: Scheduler, may: () => boolean = mayRest) {
    this.#scheduler = scheduler;
    this.#mayRest = may;
  }

  get isResting(): boolean {
    return this.#timer !== null;
  }

  /** Hides the window, and destroys it after two minutes. @returns whether it rests; otherwise nothing was done */
  begin(window: RestingWindow): boolean {
    // A full screen without a window would stay black.
    if (this.isResting || window.isFullScreen() || !this.#mayRest()) return false;
    this.#timer = this.#scheduler.after(RESTS_MS, () => window.destroy());
    window.hide();
    return true;
  }

  /** Forgets the window: it shows again, or is gone. */
  end(): void {
    this.#timer?.dispose();
    this.#timer = null;
  }
}
