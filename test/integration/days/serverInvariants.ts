import type { EndpointView } from '#shared/domain/endpoint.ts';
import { type OrderRow, serviceKey } from '#shared/domain/order.ts';
import type { OrderStatus } from '#shared/domain/status.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import type { Life } from './life.ts';
import type { FarmServer, ServerFarm } from './serverFarm.ts';
import { dueNow } from './surfaces.ts';

/** Longer than between two probes, ms. */
const PROBED_MS = 14 * HOUR_MS;

/** What is known of servers, and what they are. */
interface Served {
  readonly orders: ReadonlyMap<string, OrderRow>;
  readonly statuses: ReadonlyMap<string, OrderStatus>;
  readonly endpoints: readonly EndpointView[];
  readonly servers: ServerFarm;
  /** Whether a server was probed since it changed. */
  readonly isProbed: (server: FarmServer) => boolean;
}

/** What servers are said to send, they sent; and an order is not healthy while its server has sent another certificate for long. */
export function servedProblems({
  orders,
  statuses,
  endpoints,
  servers,
  isProbed,
}: Served): readonly string[] {
  const byPort = new Map(servers.servers.map((server) => [server.port, server]));
  return endpoints.flatMap(({ port, orderId, addresses }) => {
    const [order, server] = [orders.get(orderId), byPort.get(port)];
    if (order === undefined || server === undefined) return [];
    const strange = addresses.flatMap(({ served }) =>
      served === null || server.sent.has(served.fingerprint256) ? [] : served.fingerprint256,
    );
    const isPraised = addresses.some(
      ({ relation, served }) => relation === 'issued' && served?.fingerprint256 !== order.fingerprint256,
    );
    const isOther = server.isUp && server.sends !== order.fingerprint256;
    const isHidden = isProbed(server) && isOther && statuses.get(orderId) === 'healthy';
    const name = serviceKey(order);
    return [
      ...strange.map((leaf) => `the server at ${port} never sent ${leaf}`),
      ...(isPraised ? [`the server at ${port} is said to have the certificate of ${name}`] : []),
      ...(isHidden ? [`${name} is healthy, and its server at ${port} sends ${server.sends}`] : []),
    ];
  });
}

export function serverProblems(life: Life): readonly string[] {
  const { app, time, servers } = life;
  const { orders, endpoints } = app.seen();
  const { statuses } = dueNow(life).assessment;
  const isProbed = ({ changedAt }: FarmServer) =>
    life.calmMs() !== null && time.clock.monotonic() - changedAt > PROBED_MS;
  return servedProblems({ orders, statuses, endpoints, servers, isProbed });
}
