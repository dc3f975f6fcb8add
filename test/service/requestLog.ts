import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseRoute, type Route } from './routes.ts';

/** One request, without tokens and without the query string. */
export interface LoggedRequest {
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** The path as received, percent-encoded. */
  readonly path: string;
  /** The decoded order and endpoint; undefined for paths outside the interface. */
  readonly route: Route | undefined;
  /** The Host header, for the origin that the client used. */
  readonly host: string;
  /** Whether there was an Authorization header, right or wrong. */
  readonly hasAuthorization: boolean;
  /** The other headers by lowercase name, without those that can contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
}

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);
// A demo may run for weeks: when the log is full the older half is removed.
const longestLog = 100_000;

function harmlessHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !secretHeaders.has(name)) headers[name] = String(value);
  }
  return headers;
}

/** Records requests and the maximum number in progress. */
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

  /** Current requests in progress. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Maximum concurrent requests since the start or the last {@link clear}. */
  get maxInFlight(): number {
    return this.#maxInFlight;
  }

  /** Records a request, which is in progress until its connection or answer ends. */
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

  /** Empties the log and resets the maximum to the current requests. */
  clear(): void {
    this.#requests.length = 0;
    this.#maxInFlight = this.#inFlight;
  }
}
