import type { AuthorityWatch } from '#main/monitoring/authority/authorityWatch.ts';
import { createCrlRepository, createOrderPem } from '#main/storage/authorityRepository.ts';
import { type Base, once } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

export type AuthorityModule = ReturnType<typeof createAuthorityModule>;

/** Creates the watch over certificate authorities. Its code is read when it starts. */
export function createAuthorityModule(
  { desktop, lifetime, database, settings, environment, clock, scheduler, random, logger }: Base,
  { systemCas }: ConnectionModule,
  { orders }: OrderModule,
  { pushOrders, authorities }: Pick<InboxModule, 'pushOrders' | 'authorities'>,
) {
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
      orders: () =>
        [...orders.list(), ...pushOrders.list()].flatMap(({ id, fingerprint256, notAfter }) =>
          fingerprint256 === null ? [] : [{ id, fingerprint256, notAfter }],
        ),
      fingerprintOf: (id) => (orders.get(id) ?? pushOrders.get(id))?.fingerprint256 ?? null,
      pem: (order) => pushOrders.currentDelivery(order.id)?.pem ?? pulledPem(order),
      settings: () => settings.get(),
      connectivity: desktop.connectivity,
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
        watch?.look();
      },
      /** Asks once what is due about some orders, if the user switched it on. */
      askDue: async (orderIds: readonly string[], signal: AbortSignal) => {
        await open();
        await watch?.askDue(orderIds, signal);
      },
      /** Orders or settings changed, or the network is back. */
      look: () => watch?.look(),
    },
  };
}
