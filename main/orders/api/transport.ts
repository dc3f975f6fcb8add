import type { Dispatcher } from 'undici';
import { errorName, isolated } from '#main/platform/errors.ts';
import { mostPieces } from '#main/platform/wireBudget.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Answer } from './answer.ts';
import { mapTransportError } from './errorMapping.ts';
import type { Route, Routes } from './routes.ts';

export interface TransportOptions {
  readonly origin: string;
  readonly routes: Routes;
  /** Maximum concurrent requests; the others wait. */
  readonly maxRequests: number;
  readonly headersTimeoutMs: number;
  /** From the start of the request to the last byte. */
  readonly totalTimeoutMs: number;
  /** Of the compressed body. */
  readonly limitBytes: number;
}

/** Sends requests to one origin. Does not follow redirects. */
export interface Transport {
  get(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Result<Answer>>;
  /** Posts a text. Gives the head of the answer as soon as that has ended, failed, or is longer than the limits. */
  post(
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<Result<Omit<Answer, 'body'>>>;
}

interface Job {
  /** What is posted; `null`: a GET request. */
  readonly body: string | null;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly done: (result: Result<Answer>) => void;
}

/** The caller disposes of the routes. */
export function createTransport(options: TransportOptions): Transport {
  const waiting = new Set<Job>();
  let running = 0;

  const start = (job: Job) => {
    running += 1;
    const exchange = new Exchange(options, job, () => {
      running -= 1;
      const [next] = waiting;
      if (next === undefined) return;
      waiting.delete(next);
      start(next);
    });
    const route = options.routes.known();
    if (route !== null) exchange.send(route);
    else
      void options.routes
        .find()
        .then((found) => (found.ok ? exchange.send(found.value) : exchange.fail(found.error)))
        .catch((thrown: unknown) => {
          // A fault of the program, such as a part of it that cannot be loaded. The caller learns of it at once.
          exchange.fail({ kind: 'network', reason: 'other', code: errorName(thrown) });
          isolated('transport.route', () => {
            throw thrown;
          });
        });
  };

  const send = (request: Omit<Job, 'done'>): Promise<Result<Answer>> => {
    const { signal } = request;
    return new Promise((done) => {
      if (signal.aborted) return done(err({ kind: 'cancelled' }));
      if (running < options.maxRequests) return start({ ...request, done });
      const job: Job = {
        ...request,
        done: (result) => {
          signal.removeEventListener('abort', giveUp);
          done(result);
        },
      };
      // Once started it is no longer in the set; the exchange listens to the signal itself.
      const giveUp = () => {
        if (waiting.delete(job)) job.done(err({ kind: 'cancelled' }));
      };
      signal.addEventListener('abort', giveUp);
      waiting.add(job);
    });
  };
  return {
    get: (path, headers, signal) => send({ body: null, path, headers, signal }),
    post: (path, headers, body, signal) => send({ body, path, headers, signal }),
  };
}

/** "Early Hints" and "Processing" come once or twice. */
const MAX_INTERIM_ANSWERS = 16;
const EXCESS_DATA: AppError = { kind: 'invalidResponse', reason: 'excessData', detail: null };

/** One request and its answer. Settles once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: TransportOptions;
  readonly #job: Job;
  readonly #onSettled: () => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #route: Route | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #isSettled = false;
  #size = 0;
  #interim = 0;
  #head: Omit<Answer, 'body'> | null = null;

  constructor(options: TransportOptions, job: Job, onSettled: () => void) {
    this.#options = options;
    this.#job = job;
    this.#onSettled = onSettled;
    this.#timer = setTimeout(() => this.fail({ kind: 'timeout', phase: 'total' }), options.totalTimeoutMs);
    job.signal.addEventListener('abort', this.#cancel);
    // The signal may have fired just before the start.
    if (job.signal.aborted) this.#cancel();
  }

  send(route: Route): void {
    if (this.#isSettled) return;
    this.#route = route;
    route.dispatcher.dispatch(
      {
        origin: this.#options.origin,
        path: this.#job.path,
        method: this.#job.body === null ? 'GET' : 'POST',
        body: this.#job.body,
        headers: this.#job.headers,
        headersTimeout: this.#options.headersTimeoutMs,
        bodyTimeout: this.#options.totalTimeoutMs,
      },
      this,
    );
  }

  fail(error: AppError): void {
    this.#settle(this.#enough() ?? err(error));
    this.#controller?.abort(new Error('No longer wanted'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) controller.abort(new Error('No longer wanted'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Answer['headers'],
  ): void {
    // Interim answers (RFC 9110, section 15.2) are ignored, unless they are all that comes.
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > MAX_INTERIM_ANSWERS) this.fail(EXCESS_DATA);
      return;
    }
    this.#head = { status, headers };
    if (Number(headers['content-length']) > this.#options.limitBytes) this.#failTooLarge();
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#options.limitBytes) this.#failTooLarge();
    else if (this.#chunks.length >= mostPieces(this.#options.limitBytes)) this.fail(EXCESS_DATA);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    if (this.#head !== null) this.#settle(ok({ ...this.#head, body }));
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isSettled) return;
    const mapped = mapTransportError(error, {
      viaProxy: this.#route?.viaProxy ?? false,
      requestStarted: this.#controller !== null,
      responseStarted: this.#head !== null,
    });
    if (mapped.kind === 'network' && mapped.reason === 'proxy' && this.#route !== null)
      this.#options.routes.proxyFailed(this.#route);
    this.#settle(this.#enough() ?? err(mapped));
  }

  /** The caller of a POST needs the head only; a body that breaks off is no error. */
  #enough(): Result<Answer> | null {
    if (this.#job.body === null || this.#head === null) return null;
    return ok({ ...this.#head, body: Buffer.alloc(0) });
  }

  readonly #cancel = (): void => this.fail({ kind: 'cancelled' });

  #failTooLarge(): void {
    this.fail({ kind: 'tooLarge', limitBytes: this.#options.limitBytes });
  }

  #settle(result: Result<Answer>): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#job.signal.removeEventListener('abort', this.#cancel);
    this.#job.done(result);
    this.#onSettled();
  }
}
