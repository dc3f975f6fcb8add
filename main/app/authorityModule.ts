import type { AuthorityWatch, WatchedOrder } from '#main/monitoring/authority/authorityWatch.ts';
import { createCrlRepository, createOrderPem } from '#main/storage/authorityRepository.ts';
import type { SourceRow } from '#shared/domain/order.ts';
import { type Base, once } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

export type AuthorityModule = ReturnType<typeof createAuthorityModule>;

/** Creates the watch over certificate authorities. Its code is read when it starts. */
export function createAuthorityModule(
  base: Base,
  { systemCas }: ConnectionModule,
  { orders }: OrderModule,
  { orderList, pushOrders, authorities }: Pick<InboxModule, 'orderList' | 'pushOrders' | 'authorities'>,
) {
  const { desktop, lifetime, database, settings, environment, systemTime } = base;
  const { clock, scheduler, random, logger } = base;
  let watch: AuthorityWatch | null = null;
  const open = once(async () => {
    const [{ AuthorityWatch }, { RenewalInfo }, { RevocationLists }, { createPublicFetcher }] =
      await Promise.all([
        import('#main/monitoring/authority/authorityWatch.ts'),
        import('#main/monitoring/authority/renewalInfo.ts'),
        import('#main/monitoring/authority/revocationLists.ts'),
        import('#main/monitoring/authority/publicFetch.ts'),
      ]);
    if (lifetime.isEnding) return;
    const fetchFor = (refusesLocal: boolean) => {
      const fetcher = createPublicFetcher({
        cas: () => systemCas.load(),
        proxyResolver: desktop.proxyResolver,
        monotonic: () => clock.monotonic(),
        userAgent: `NotAfter/${desktop.version}`,
        refusesLocal,
      });
      lifetime.drain('certificate authorities', () => fetcher.dispose());
      return fetcher.fetch;
    };
    // A certificate names its list; the user enters the directory.
    const fetchList = fetchFor(environment['NOTAFTER_LOOPBACK_LISTS'] !== 'true');
    const now = () => clock.now();
    const pulledPem = createOrderPem(database);
    const crls = createCrlRepository(database);
    watch = new AuthorityWatch({
      records: authorities,
      renewalInfo: new RenewalInfo({ fetch: fetchFor(false), now }),
      lists: new RevocationLists({ fetch: fetchList, repository: crls, now }),
      crls,
      orders: () => [...orders.list(), ...pushOrders.list()].flatMap((order) => watched(order) ?? []),
      order: (id) => watched(orders.get(id) ?? pushOrders.get(id)),
      pem: (order) => pushOrders.currentDelivery(order.id)?.pem ?? pulledPem(order),
      settings: () => settings.get(),
      connectivity: desktop.connectivity,
      wakes: [
        (wake) => orderList.onDidChange(['existence', 'certificate'], wake),
        (wake) => settings.onDidChange(['checkRevocation', 'checkRenewalInfo', 'acmeDirectory'], wake),
        systemTime.onDidJump,
      ],
      onDidCompare: systemTime.onDidCompare,
      clock,
      scheduler,
      random,
      logger,
    });
    lifetime.stop(watch);
  });
  return {
    authorityWatch: {
      /** Begins to ask, if the user switched it on. */
      start: async () => {
        await open();
        watch?.start();
      },
      /** Asks once what is due about some orders, if the user switched it on. */
      askDue: async (orderIds: readonly string[], signal: AbortSignal) => {
        await open();
        await watch?.askDue(orderIds, signal);
      },
    },
  };
}

/** `null`: it has no certificate. */
function watched(order: SourceRow | null): WatchedOrder | null {
  if (order === null || order.fingerprint256 === null) return null;
  const { id, fingerprint256, notAfter } = order;
  return { id, fingerprint256, notAfter };
}
