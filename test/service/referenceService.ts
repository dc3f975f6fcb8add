import { randomBytes } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { seededOrders, showcase } from './catalogue.ts';
import { CertificateAuthority } from './certificateAuthority.ts';
import { type Fault, FaultBoard } from './faults.ts';
import { KeyPool, privateKeyPem } from './keyPool.ts';
import { listenOnLoopback, stopServer } from './loopback.ts';
import { OpenApi, type OpenApiSettings } from './openApi.ts';
import { OrderBook, type OrderSpec, type RenewalOptions, type ServiceOrder } from './orderBook.ts';
import { type LoggedRequest, RequestLog } from './requestLog.ts';
import { type DeliveryVerdict, type SendOptions, sendDelivery } from './sendDelivery.ts';
import type { Shape } from './shapes.ts';
import { defaultZoneOffsetMinutes } from './zones.ts';

export type { DeliveryRequest, Tamper } from './delivery.ts';
export type { Fault } from './faults.ts';
export type { KeyKind } from './keyPool.ts';
export type { ServiceOrder } from './orderBook.ts';
export type { Endpoint } from './routes.ts';

/** Options of the service. */
export interface ReferenceServiceOptions {
  /** The port on 127.0.0.1; default 0, any free one. */
  readonly port?: number | undefined;
  /** Number of seeded orders, or the twelve of the showcase with its fault (default). */
  readonly orders?: number | 'showcase' | undefined;
  /** Whether answers have the header `Date`, by `now`. Default: true. */
  readonly saysTime?: boolean | (() => boolean) | undefined;
  /** Delay of every answer in ms; default 0. */
  readonly latencyMs?: number | undefined;
  /** Seed of the seeded orders, any integer; default 1. */
  readonly seed?: number | undefined;
  /** HTTPS with a certificate of its own root; default false. */
  readonly tls?: boolean | undefined;
  /** The JSON body; default `flat`. */
  readonly shape?: Shape | undefined;
  /** Minutes east of UTC for notAfter; default 480. */
  readonly zoneOffsetMinutes?: number | undefined;
  /** The wall clock, for issued certificates too, Unix ms; default the system's. */
  readonly now?: (() => number) | undefined;
  /** With the shape `envelope`: a bad token and an unknown rid are HTTP 200 with a code; default false. */
  readonly envelopeErrors?: boolean | undefined;
  /** The authority to use; default a new one. */
  readonly authority?: CertificateAuthority | undefined;
}

/** Options of a delivery; the others are as in {@link SendOptions}. */
export interface DeliverOptions extends Omit<SendOptions, 'task' | 'signal'> {
  /** The receiver address. */
  readonly url: string;
  /** The name of the automation task; default `Reference task`. */
  readonly task?: string | undefined;
}

/** A running service with its controls. */
export interface ReferenceService {
  /** Scheme, 127.0.0.1 and port, without a trailing slash. */
  readonly baseUrl: string;
  /** The same server under the name localhost: another origin. Redirects lead there. */
  readonly otherOrigin: string;
  /** PEM of the root that signs the TLS certificate and, through the intermediates, the leaves. */
  readonly caPem: string;
  /** The first access token. */
  readonly token: string;
  /** The rids with an order, in the order of their creation. */
  readonly rids: readonly string[];
  /** Every request so far, oldest first. */
  readonly requests: readonly LoggedRequest[];
  /** Maximum concurrent requests since the start or {@link clearRequests}. */
  readonly maxInFlight: number;
  /** Current requests in progress. */
  readonly inFlight: number;
  /** TCP connections so far. */
  readonly connections: number;
  /** The active faults, by rid. */
  readonly faults: Readonly<Record<string, Fault>>;
  /** Creates another access token. */
  addToken(): string;
  /** From now on the token is refused with 401. */
  revokeToken(token: string): void;
  setShape(shape: Shape): void;
  /** Delay of every answer in ms, from the next request on. */
  setLatency(ms: number): void;
  /** The order with its latest certificate. Throws a RangeError if there is none with this rid. */
  order(rid: string): ServiceOrder;
  /** Issues a new certificate and key under the rid. Rejects with a RangeError when there is no such order. */
  renew(rid: string, options?: RenewalOptions): Promise<ServiceOrder>;
  /** Rejects with a RangeError when the rid is taken or the key encoding does not suit the key. */
  addOrder(spec?: OrderSpec): Promise<ServiceOrder>;
  /**
   * Pushes the latest material of the order to a receiver, by the clock of the service. Deliveries may run
   * concurrently. Rejects with a RangeError if there is no such order or the address is not http or https.
   */
  deliver(rid: string, options: DeliverOptions): Promise<DeliveryVerdict>;
  /** The rid is unknown from now on. */
  removeOrder(rid: string): void;
  /** Sets the fault of the rid. */
  setFault(rid: string, fault: Fault): void;
  /** Clears the fault of one rid, or all faults. */
  clearFaults(rid?: string): void;
  /** @returns what brings back the orders, faults, tokens and settings of now; the request log is empty then */
  keep(): () => void;
  /** Empties the request log and resets {@link maxInFlight}. */
  clearRequests(): void;
  /** Aborts deliveries, closes all connections and frees the port. */
  close(): Promise<void>;
}

// With more orders than this, RSA keys are shared: a new one for each would take minutes.
const mostOrdersWithOwnKeys = 24;
const serverCertificateDays = 90;
const dayMs = 86_400_000;

async function fillBook(
  book: OrderBook,
  faults: FaultBoard,
  options: ReferenceServiceOptions,
): Promise<void> {
  const { orders = 'showcase', seed = 1 } = options;
  if (orders !== 'showcase') {
    await book.addAll(seededOrders(orders, seed), orders > mostOrdersWithOwnKeys);
    return;
  }
  await book.addAll(
    showcase.flatMap(({ spec }) => spec ?? []),
    false,
  );
  for (const { rid, fault } of showcase) {
    if (fault !== undefined) faults.set(rid, fault);
  }
}

async function createServer(
  tls: boolean,
  authority: CertificateAuthority,
  keys: KeyPool,
  listener: RequestListener,
): Promise<Server> {
  if (!tls) return createHttpServer(listener);
  const pair = await keys.fresh('p256');
  // Clients check the server's certificate with the real clock, whatever clock the orders use.
  const now = Date.now();
  const { leafPem, chainPem } = await authority.issueLeaf({
    names: ['localhost', '127.0.0.1', '::1'],
    publicKey: pair.publicKey,
    issuer: 'ecdsa',
    notBefore: new Date(now - dayMs),
    notAfter: new Date(now + serverCertificateDays * dayMs),
  });
  return createHttpsServer({ key: privateKeyPem(pair, 'pkcs8'), cert: leafPem + chainPem }, listener);
}

/**
 * Starts a service on the loopback address. Rejects when the port is taken. The caller closes it.
 */
export async function startReferenceService(
  options: ReferenceServiceOptions = {},
): Promise<ReferenceService> {
  const { now = Date.now, tls = false, zoneOffsetMinutes = defaultZoneOffsetMinutes } = options;
  const authority = options.authority ?? (await CertificateAuthority.create(now()));
  const keys = new KeyPool();
  const book = new OrderBook({ authority, keys, now, zoneOffsetMinutes });
  const faults = new FaultBoard();
  await fillBook(book, faults, options);

  const log = new RequestLog(now);
  const tokens = new Set<string>();
  const addToken = (): string => {
    const token = randomBytes(32).toString('base64url');
    tokens.add(token);
    return token;
  };
  const settings: OpenApiSettings = {
    shape: options.shape ?? 'flat',
    latencyMs: options.latencyMs ?? 0,
    envelopeErrors: options.envelopeErrors ?? false,
  };
  const scheme = tls ? 'https' : 'http';
  let port = 0;
  const otherOrigin = (): string => `${scheme}://localhost:${port}`;
  const api = new OpenApi({ book, tokens, faults, keys, log, settings, otherOrigin });
  const server = await createServer(tls, authority, keys, (request, response) => {
    const { saysTime = true } = options;
    response.sendDate = false;
    if (saysTime === true || (saysTime !== false && saysTime()))
      response.setHeader('Date', new Date(now()).toUTCString());
    void api.handle(request, response);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  port = await listenOnLoopback(server, options.port ?? 0);
  const closing = new AbortController();
  const orderOf = (rid: string): ServiceOrder => {
    const order = book.find(rid);
    if (order === undefined) throw new RangeError(`There is no order with the rid ${rid}`);
    return order;
  };

  return {
    baseUrl: `${scheme}://127.0.0.1:${port}`,
    otherOrigin: otherOrigin(),
    caPem: authority.rootPem,
    token: addToken(),
    get rids() {
      return book.rids;
    },
    get requests() {
      return log.requests;
    },
    get maxInFlight() {
      return log.maxInFlight;
    },
    get inFlight() {
      return log.inFlight;
    },
    get connections() {
      return connections;
    },
    get faults() {
      return faults.list();
    },
    addToken,
    revokeToken: (token) => {
      tokens.delete(token);
    },
    setShape: (shape) => {
      settings.shape = shape;
    },
    setLatency: (ms) => {
      settings.latencyMs = ms;
    },
    order: orderOf,
    renew: (rid, renewal) => book.renew(rid, renewal),
    addOrder: (spec = {}) => book.add(spec),
    deliver: async (rid, { url, task = 'Reference task', ...sending }) =>
      sendDelivery(url, orderOf(rid), { ...sending, now: sending.now ?? now, task, signal: closing.signal }),
    removeOrder: (rid) => {
      book.remove(rid);
    },
    setFault: (rid, fault) => faults.set(rid, fault),
    clearFaults: (rid) => faults.clear(rid),
    keep: () => {
      const [bringBackOrders, kept] = [book.keep(), { ...settings }];
      const [keptTokens, keptFaults] = [[...tokens], Object.entries(faults.list())];
      return () => {
        bringBackOrders();
        faults.clear();
        for (const [rid, fault] of keptFaults) faults.set(rid, fault);
        tokens.clear();
        for (const token of keptTokens) tokens.add(token);
        Object.assign(settings, kept);
        log.clear();
      };
    },
    clearRequests: () => log.clear(),
    close: () => {
      closing.abort(new Error('The service was closed'));
      api.close();
      return stopServer(server);
    },
  };
}
