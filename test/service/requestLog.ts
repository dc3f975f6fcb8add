import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRoute, type Route } from './routes.ts';

/** One request as the service saw it. Tokens are not in it, and neither is the query string. */
export interface LoggedRequest {
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** The path as it came, still percent-encoded. */
  readonly path: string;
  /** The order and endpoint that it named, decoded; undefined when the path is none of the interface's. */
  readonly route: Route | undefined;
  /** The Host header: tells under which origin the client came. */
  readonly host: string;
  /** Whether an Authorization header was there, right or wrong. */
  readonly hasAuthorization: boolean;
  /** The other headers by lowercase name; those that can hold secrets are left out. */
  readonly headers: Readonly<Record<string, string>>;
}

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);
// A demo may run for weeks: the older half goes when the log is full.
const longestLog = 100_000;

function harmlessHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !secretHeaders.has(name)) headers[name] = String(value);
  }
  return headers;
}

/** Remembers the requests and how many were in progress at the same time. */
export class RequestLog {
  readonly #now: () => number;
  readonly #requests: LoggedRequest[] = [];
  #inFlight = 0;
  #maxInFlight = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The requests so far, oldest first. */
  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  /** How many requests are being answered at this moment. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** The most that were in progress at once since the start or the last {@link clear}. */
  get maxInFlight(): number {
    return this.#maxInFlight;
  }

  /** Notes a request that has arrived; it counts as in progress until its connection or answer ends. */
  record(request: IncomingMessage, response: ServerResponse): void {
    const target = request.url ?? '';
    const [path = ''] = target.split('?');
    if (this.#requests.length >= longestLog) this.#requests.splice(0, longestLog / 2);
    this.#requests.push({
      at: this.#now(),
      method: request.method ?? '',
      path,
      route: parseRoute(target),
      host: request.headers.host ?? '',
      hasAuthorization: request.headers.authorization !== undefined,
      headers: harmlessHeaders(request),
    });
    this.#inFlight += 1;
    this.#maxInFlight = Math.max(this.#maxInFlight, this.#inFlight);
    response.once('close', () => {
      this.#inFlight -= 1;
    });
  }

  /** Empties the log and starts the maximum again from what is in progress. */
  clear(): void {
    this.#requests.length = 0;
    this.#maxInFlight = this.#inFlight;
  }
}
