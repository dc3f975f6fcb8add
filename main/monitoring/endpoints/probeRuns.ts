import { Emitter } from '#main/platform/emitter.ts';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Endpoint } from '#shared/domain/endpoint.ts';
import type { ProbeReport, Prober } from './probeReport.ts';

/** Endpoints probed concurrently; the prober limits the addresses of each. */
const AT_ONCE = 8;

/** Called when a probe ended; `null`: it failed with a bug. */
type OnEnd = (endpoint: Endpoint, report: ProbeReport | null) => void;

/** The probes in flight. */
export class ProbeRuns {
  readonly #probe: Prober;
  readonly #logger: Logger;
  readonly #onEnd: OnEnd;
  readonly #running = new Map<string, AbortController>();
  readonly #changed = new Emitter<readonly string[]>('probeRuns.changed');

  /** Ids of endpoints whose probe started or ended. */
  readonly onDidChange = this.#changed.event;

  constructor(probe: Prober, logger: Logger, onEnd: OnEnd) {
    this.#probe = probe;
    this.#logger = logger;
    this.#onEnd = onEnd;
  }

  has(id: string): boolean {
    return this.#running.has(id);
  }

  isFull(): boolean {
    return this.#running.size >= AT_ONCE;
  }

  begin(endpoint: Endpoint): void {
    const { id } = endpoint;
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#changed.fire([id]);
    this.#probe(endpoint, controller.signal).then(
      (report) => this.#end(endpoint, controller, report),
      (bug: unknown) => {
        this.#logger.error('An endpoint was not probed', { error: errorName(bug) });
        this.#end(endpoint, controller, null);
      },
    );
  }

  /** Cancels probes; their results are dropped. */
  abort(ids: readonly string[]): void {
    const running = ids.filter((id) => this.#running.has(id));
    for (const id of running) {
      this.#running.get(id)?.abort();
      this.#running.delete(id);
    }
    if (running.length > 0) this.#changed.fire(running);
  }

  abortAll(): void {
    this.abort([...this.#running.keys()]);
  }

  #end(endpoint: Endpoint, controller: AbortController, report: ProbeReport | null): void {
    if (this.#running.get(endpoint.id) !== controller) return;
    this.#running.delete(endpoint.id);
    this.#onEnd(endpoint, report);
    this.#changed.fire([endpoint.id]);
  }
}
