import { freemem, totalmem } from 'node:os';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { growsWhenShownAgain } from './wayland.ts';

/** So long the page of a closed window rests. */
const RESTS_MINUTES = 10;

const GIB = 1024 ** 3;

/** Whether a window can be hidden and come back as it was, and nothing else needs the 70 MB of its page. */
export function canRest(): boolean {
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

/** Hides a window that is closed, for ten minutes: a person who closes it often wants it back soon. */
export class WindowRest {
  readonly #scheduler: Scheduler;
  readonly #may: () => boolean;
  #timer: Disposable | null = null;

  /** @param may whether a window may rest: asked when one is closed, and each minute of its rest */
  constructor(scheduler: Scheduler, may: () => boolean) {
    this.#scheduler = scheduler;
    this.#may = may;
  }

  get isResting(): boolean {
    return this.#timer !== null;
  }

  /** Hides the window, and destroys it later. @returns whether it rests; otherwise nothing was done */
  begin(window: RestingWindow): boolean {
    // A full screen without a window would stay black.
    if (this.isResting || window.isFullScreen() || !this.#may()) return false;
    this.#restFor(RESTS_MINUTES, window);
    window.hide();
    return true;
  }

  /** Forgets the window: it shows again, or is gone. */
  end(): void {
    this.#timer?.dispose();
    this.#timer = null;
  }

  #restFor(minutes: number, window: RestingWindow): void {
    this.#timer = this.#scheduler.after(MINUTE_MS, () => {
      if (minutes > 1 && this.#may()) this.#restFor(minutes - 1, window);
      else window.destroy();
    });
  }
}
