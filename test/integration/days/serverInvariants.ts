import { assess, pollingKindOf } from '#shared/domain/assessment.ts';
import { serviceKey } from '#shared/domain/order.ts';
import { HOUR_MS } from '#shared/domain/thresholds.ts';
import type { Life } from './life.ts';

/** Longer than between two probes, ms. */
const PROBED_MS = 14 * HOUR_MS;

/** What servers are said to send, they sent; and an order is not healthy while its server has sent another certificate for long. */
export function serverProblems(life: Life): readonly string[] {
  const { app, time, servers } = life;
  const { orders, connections, settings, endpoints, clockAheadMs } = app.seen();
  const now = time.clock.now() - (clockAheadMs ?? 0);
  const { statuses } = assess(orders.values(), pollingKindOf(connections), settings, now);
  const byPort = new Map(servers.servers.map((server) => [server.port, server]));
  return endpoints.flatMap(({ port, orderId, addresses }) => {
    const [order, server] = [orders.get(orderId), byPort.get(port)];
    if (order === undefined || server === undefined) return [];
    const strange = addresses.flatMap(({ served }) =>
      served === null || server.sent.has(served.fingerprint256) ? [] : served.fingerprint256,
    );
    const isLong = life.calmMs() !== null && time.clock.monotonic() - server.changedAt > PROBED_MS;
    const isOther = server.isUp && server.sends !== order.fingerprint256;
    const isHidden = isLong && isOther && statuses.get(orderId) === 'healthy';
    return [
      ...strange.map((leaf) => `the server at ${port} never sent ${leaf}`),
      ...(isHidden
        ? [`${serviceKey(order)} is healthy, and its server at ${port} sends ${server.sends}`]
        : []),
    ];
  });
}
