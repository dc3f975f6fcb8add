import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Disposable } from '#main/platform/disposable.ts';
import type { Event } from '#main/platform/emitter.ts';
import type { Scheduler } from '#main/platform/time.ts';

/** By then the page's processes have ended, and a user who closed the window by mistake has it back. */
const AFTER_MS = 5000;

interface Window {
  hasPage(): boolean;
  readonly onDidEndPage: Event<void>;
}

/**
 * Collects this process's garbage some seconds after the window's page has ended: the app is idle for hours then, and V8 would
 * keep the memory of its busy minutes, or collect in steps that wake the processor for a minute.
 */
export class MemoryRelease {
  readonly #window: Window;
  readonly #scheduler: Scheduler;
  readonly #collect: () => void;
  #timer: Disposable | null = null;

  constructor(window: Window, scheduler: Scheduler, collect: () => void) {
    this.#window = window;
    this.#scheduler = scheduler;
    this.#collect = collect;
    window.onDidEndPage(() => this.releaseLater());
  }

  /** Releases the memory soon, unless there is a page then. */
  releaseLater(): void {
    this.#timer?.dispose();
    this.#timer = this.#scheduler.after(AFTER_MS, () => {
      if (!this.#window.hasPage()) this.#collect();
    });
  }
}

type CollectGarbage = (options: {
  readonly type: 'major';
  readonly execution: 'sync';
  readonly flavor: 'last-resort';
}) => void;

let known: CollectGarbage | null = null;

/** Collects all garbage and returns free pages to the system, within some 100 ms. */
export function collectGarbage(): void {
  known ??= garbageCollector();
  known({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** V8's own function, which is in every context that is created while the flag is set. */
function garbageCollector(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  const gc: CollectGarbage = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return gc;
}
