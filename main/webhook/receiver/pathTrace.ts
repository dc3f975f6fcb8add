import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { request } from 'node:http';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { mapTransportError } from '#main/orders/api/errorMapping.ts';
import { loopbackAddresses } from '#main/platform/loopbackLookup.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import { parseIpAddress } from '#shared/domain/ipAddress.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type { SelfTestStep } from '#shared/domain/receiver.ts';
import type { AppError } from '#shared/errors.ts';
import { MIN_TLS_VERSION } from './tlsFiles.ts';

type PathStep = Pick<SelfTestStep, 'outcome' | 'ms'>;

/** `exchange`: request and response on the open connection. */
type StepName = 'name' | 'connection' | 'tls' | 'exchange';

/** The steps of a request, until the head of its response or the first failure. */
export interface PathTrace extends Readonly<Record<StepName, PathStep>> {
  readonly status: number | null;
  readonly error: AppError | null;
  /** Of the whole request. */
  readonly ms: number;
}

export interface PathTracePorts {
  /** Trusted roots, PEM, one certificate each. */
  readonly systemCas: () => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

interface PathTraceRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly limitMs: number;
}

const notReached: PathStep = { outcome: 'notReached', ms: null };

export const noSteps = { name: notReached, connection: notReached, tls: notReached, exchange: notReached };

/** Timeout per address of a name. Node's default of 250 ms is too short for distant servers. */
const ATTEMPT_MS = 2_000;

/**
 * Sends one POST as the service would: directly, without a proxy of this computer, without following redirects, and
 * trusting only the system's roots, so that a certificate that the service would refuse fails here too. Never rejects.
 */
export async function tracePath(request: PathTraceRequest, ports: PathTracePorts): Promise<PathTrace> {
  const ca = request.url.protocol === 'https:' ? await ports.systemCas() : null;
  const trace = new RunningTrace(request, ca, ports.clock);
  const limit = ports.scheduler.after(request.limitMs, () => trace.giveUp());
  try {
    return await trace.finish();
  } finally {
    limit.dispose();
  }
}

/** Loopback names are not looked up: they always mean this computer. */
async function addressesOf(host: string): Promise<LookupAddress[]> {
  return isLoopbackHost(host) ? [...loopbackAddresses] : await lookup(host, { all: true });
}

class RunningTrace {
  readonly #request: PathTraceRequest;
  /** `null`: plain HTTP. */
  readonly #ca: readonly string[] | null;
  readonly #clock: Clock;
  readonly #late = Promise.withResolvers<never>();
  readonly #steps: Record<StepName, PathStep> = { ...noSteps };
  readonly #sockets: Socket[] = [];

  constructor(request: PathTraceRequest, ca: readonly string[] | null, clock: Clock) {
    this.#request = request;
    this.#ca = ca;
    this.#clock = clock;
    // No step may be waiting when the time is up.
    this.#late.promise.catch(() => undefined);
  }

  giveUp(): void {
    this.#late.reject(Object.assign(new Error('Out of time'), { code: 'ETIMEDOUT' }));
  }

  async finish(): Promise<PathTrace> {
    const startedAt = this.#clock.monotonic();
    let status: number | null = null;
    let error: AppError | null = null;
    try {
      status = await this.#go();
    } catch (thrown) {
      const requestStarted = this.#steps.exchange.outcome === 'failed';
      error = mapTransportError(thrown, { viaProxy: false, requestStarted, responseStarted: false });
    } finally {
      for (const socket of this.#sockets) socket.destroy();
    }
    return { ...this.#steps, status, error, ms: this.#since(startedAt) };
  }

  async #go(): Promise<number> {
    // Loaded now, because its module takes longer than a start may wait.
    const http = await import('node:http');
    // URLs have IPv6 addresses in brackets.
    const host = this.#request.url.hostname.replace(/^\[|\]$/gu, '');
    const isLiteral = parseIpAddress(host) !== null;
    const addresses = isLiteral ? this.#leaveOut('name', []) : await this.#measure('name', addressesOf(host));
    const plain = this.#connect(host, addresses);
    await this.#measure('connection', once(plain, 'connect'));
    const socket = this.#ca === null ? this.#leaveOut('tls', plain) : this.#secure(plain, host, this.#ca);
    if (this.#ca !== null) await this.#measure('tls', once(socket, 'secureConnect'));
    return await this.#measure('exchange', this.#exchange(socket, http.request));
  }

  #connect(host: string, addresses: LookupAddress[]): Socket {
    const { port, protocol } = this.#request.url;
    const known: LookupFunction = (_host, _options, callback) => callback(null, addresses);
    return this.#own(
      connect({
        host,
        port: Number(port) || (protocol === 'https:' ? 443 : 80),
        lookup: known,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      }),
    );
  }

  #secure(socket: Socket, host: string, ca: readonly string[]): Socket {
    // An IP address must not be sent as server name (RFC 6066, section 3). The certificate is still checked against it.
    const servername = isIP(host) === 0 ? host : '';
    return this.#own(connectTls({ socket, host, servername, ca: [...ca], minVersion: MIN_TLS_VERSION }));
  }

  #exchange(socket: Socket, sendOver: typeof request): Promise<number> {
    const { url, headers, body } = this.#request;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    sendOver({
      createConnection: () => socket,
      method: 'POST',
      path: url.pathname + url.search,
      headers: { host: url.host, 'content-length': body.length, connection: 'close', ...headers },
    })
      .once('response', (response) => resolve(response.statusCode ?? 0))
      .on('error', reject)
      .once('close', () => reject(Object.assign(new Error('No answer'), { code: 'ECONNRESET' })))
      .end(body);
    return promise;
  }

  #own(socket: Socket): Socket {
    this.#sockets.push(socket);
    // The step that waits for the socket sees its errors; later ones do not matter.
    return socket.on('error', () => undefined);
  }

  #leaveOut<T>(step: StepName, value: T): T {
    this.#steps[step] = { outcome: 'notNeeded', ms: null };
    return value;
  }

  async #measure<T>(step: StepName, work: Promise<T>): Promise<T> {
    const startedAt = this.#clock.monotonic();
    let outcome: PathStep['outcome'] = 'failed';
    try {
      const value = await Promise.race([work, this.#late.promise]);
      outcome = 'passed';
      return value;
    } finally {
      this.#steps[step] = { outcome, ms: this.#since(startedAt) };
    }
  }

  #since(start: number): number {
    return Math.round(this.#clock.monotonic() - start);
  }
}
