import { OrderService } from '#main/orders/list/orderService.ts';
import { OrderPoller } from '#main/orders/polling/orderPoller.ts';
import { planSettings } from '#main/orders/polling/pollPlan.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { inspectMaterial } from '#main/x509/certificates/inspect.ts';
import { readLeaf } from '#main/x509/certificates/readMaterial.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import { ridRefusal } from '#shared/domain/rids.ts';
import { type Base, once } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { SecretModule } from './secretModule.ts';

export type OrderModule = ReturnType<typeof createOrderModule>;

/** Creates the orders, their poller and the connection test. */
export function createOrderModule(
  {
    desktop,
    lifetime,
    database,
    settings,
    clock,
    confirmedClock,
    systemTime,
    scheduler,
    random,
    logger,
    newId,
  }: Base,
  { tokens }: SecretModule,
  { connections, source, trust, createClient }: ConnectionModule,
) {
  const orders = new OrderService({
    repository: createOrderRepository(database, logger),
    hasConnection: (connectionId) => connections.find(connectionId) !== null,
    knownTokens: () => connections.knownTokens(),
    clock,
    confirmedClock,
    newId,
    logger,
  });
  const poller = new OrderPoller({
    orders,
    source,
    inspect: (material, connectionId) =>
      inspectMaterial(material, {
        now: clock.now(),
        anchors: trust.ofConnection(connectionId),
      }),
    clock,
    scheduler,
    random,
    connectivity: desktop.connectivity,
    onDidJump: systemTime.onDidJump,
    onDidCompare: systemTime.onDidCompare,
    reachableOffline: (connectionId) => {
      const connection = connections.find(connectionId);
      return connection !== null && isLoopbackHost(new URL(connection.baseUrl).hostname);
    },
    settings: () => settings.get(),
    onDidChangeSettings: (listener) => settings.onDidChange(planSettings, listener),
    logger,
  });
  lifetime.stop(poller);
  connections.setPollingState((connectionId) => poller.pollingState(connectionId));
  // Few users test a connection after the first one.
  const connectionTest = once(async () => {
    const { ConnectionTest } = await import('#main/orders/connections/connectionTest.ts');
    return new ConnectionTest({
      connections,
      tokens,
      createClient,
      readLeaf,
      knownRid: (connectionId) =>
        orders
          .list()
          .find(({ source }) => source.connectionId === connectionId && ridRefusal(source.rid) === null)
          ?.source.rid ?? null,
      newId,
    });
  });
  return { orders, poller, connectionTest };
}
