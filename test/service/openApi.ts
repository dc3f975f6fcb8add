import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { disturbed, replyInstead } from './faultReplies.ts';
import { type FaultBoard, spoil } from './faults.ts';
import { type KeyKind, type KeyPool, privateKeyPem } from './keyPool.ts';
import type { OrderBook } from './orderBook.ts';
import { downloadReply, jsonReply, type Reply, sendReply } from './reply.ts';
import type { RequestLog } from './requestLog.ts';
import { parseRoute } from './routes.ts';
import { bodyInShape, errorBody, type Shape } from './shapes.ts';

/** Settings that can change while the service runs. */
export interface OpenApiSettings {
  shape: Shape;
  /** Delay of every answer in ms. */
  latencyMs: number;
  /** With the shape `envelope`: a bad token or rid is HTTP 200 with a code other than 0. */
  envelopeErrors: boolean;
}

/** The data of the Open API. */
export interface OpenApiDependencies {
  readonly book: OrderBook;
  readonly tokens: ReadonlySet<string>;
  readonly faults: FaultBoard;
  readonly keys: KeyPool;
  readonly log: RequestLog;
  readonly settings: OpenApiSettings;
  /** The service under its other host name, without a trailing slash: the target of redirects. */
  readonly otherOrigin: () => string;
}

/** Answers the five endpoints of interface section 4.1, with the active faults. */
export class OpenApi {
  readonly #dependencies: OpenApiDependencies;
  readonly #closing = new AbortController();
  readonly #otherKeys = new Map<KeyKind, Promise<string>>();

  constructor(dependencies: OpenApiDependencies) {
    this.#dependencies = dependencies;
  }

  /** Answers one request; never rejects. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { log, settings } = this.#dependencies;
    log.record(request, response);
    // A body is ignored, but unread it would stall the connection.
    request.resume();
    await this.#wait(settings.latencyMs);
    const reply = await this.#reply(request);
    if (!response.destroyed) sendReply(response, reply);
  }

  /** Ends all delays at once, so that the server can close. */
  close(): void {
    this.#closing.abort();
  }

  async #wait(ms: number): Promise<void> {
    if (ms <= 0) return;
    // When the delay is cut short no client reads the answer, so it may come early.
    await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  async #reply(request: IncomingMessage): Promise<Reply> {
    const { book, faults, settings, otherOrigin } = this.#dependencies;
    const target = request.url ?? '';
    const route = parseRoute(target);
    if (route === undefined) return this.#refusal(404, 'not_found', 'There is no such endpoint');
    if (request.method !== 'GET') {
      return this.#refusal(405, 'method_not_allowed', 'This endpoint only knows GET', { allow: 'GET' });
    }
    if (!this.#isAuthorized(request)) {
      const challenge = { 'www-authenticate': 'Bearer' };
      return this.#deniedAccess(401, 'unauthorized', 'The access token is missing or invalid', challenge);
    }
    const fault = faults.take(route.rid, route.endpoint);
    if (fault?.kind === 'delay') await this.#wait(fault.ms);
    const instead = fault && replyInstead(fault, settings.shape, `${otherOrigin()}${target}`);
    if (instead !== undefined) return instead;
    const order = book.find(route.rid);
    if (order === undefined) {
      return this.#deniedAccess(404, 'order_not_found', 'There is no order with this rid');
    }
    const material =
      fault?.kind === 'wrongPem'
        ? spoil(order.material, fault.variant, await this.#otherKey(order.keyKind))
        : order.material;
    const reply =
      route.endpoint === 'latest'
        ? jsonReply(200, bodyInShape(settings.shape, { ...order, material }))
        : downloadReply(route.endpoint, material[route.endpoint]);
    return disturbed(reply, fault);
  }

  #isAuthorized(request: IncomingMessage): boolean {
    const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
    return (
      scheme === 'Bearer' && token !== undefined && rest.length === 0 && this.#dependencies.tokens.has(token)
    );
  }

  #refusal(
    status: number,
    error: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): Reply {
    return jsonReply(status, errorBody(this.#dependencies.settings.shape, status, error, message), headers);
  }

  #deniedAccess(
    status: number,
    error: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): Reply {
    const { shape, envelopeErrors } = this.#dependencies.settings;
    const refusal = this.#refusal(status, error, message, headers);
    return shape === 'envelope' && envelopeErrors ? { ...refusal, status: 200 } : refusal;
  }

  // Created once per kind on first use, because an RSA key is slow.
  #otherKey(kind: KeyKind): Promise<string> {
    const known = this.#otherKeys.get(kind);
    if (known !== undefined) return known;
    const made = this.#dependencies.keys.fresh(kind).then((pair) => privateKeyPem(pair, 'pkcs8'));
    this.#otherKeys.set(kind, made);
    return made;
  }
}
