import type { AuthorityWatch } from '#main/monitoring/authority/authorityWatch.ts';
import { createCrlRepository, createOrderPem } from '#main/storage/authorityRepository.ts';
import type { Base } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

export type AuthorityModule = ReturnType<typeof createAuthorityModule>;

/** Creates the watch over certificate authorities. Its code is read when it starts. */
export function createAuthorityModule(
  { desktop, lifetime, database, settings, clock, scheduler, random, logger }: Base,
  { systemCas }: ConnectionModule,
  { orders }: OrderModule,
  { pushOrders, authorities }: Pick<InboxModule, 'pushOrders' | 'authorities'>,
) {
  let watch: AuthorityWatch | null = null;
  const start = async () => {
    const [{ AuthorityWatch }, { RenewalInfo }, { RevocationLists }, { createPublicFetcher }] =
      await Promise.all([
        import('#main/monitoring/authority/authorityWatch.ts'),
        import('#main/monitoring/authority/renewalInfo.ts'),
        import('#main/monitoring/authority/revocationLists.ts'),
        import('#main/monitoring/authority/publicFetch.ts'),
      ]);
    if (lifetime.isEnding) return;
    const fetcher = createPublicFetcher({
      cas: () => systemCas.load(),
      proxyResolver: desktop.proxyResolver,
      monotonic: () => clock.monotonic(),
      userAgent: `NotAfter/${desktop.version}`,
    });
    lifetime.drain('certificate authorities', () => fetcher.dispose());
    const { fetch } = fetcher;
    const now = () => clock.now();
    const pulledPem = createOrderPem(database);
    const crls = createCrlRepository(database);
    watch = new AuthorityWatch({
      records: authorities,
      renewalInfo: new RenewalInfo({ fetch, now }),
      lists: new RevocationLists({ fetch, repository: crls, now }),
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
    watch.look();
  };
  return {
    authorityWatch: {
      /** Begins to ask, if the user switched it on. */
      start,
      /** Orders or settings changed, or the network is back. */
      look: () => watch?.look(),
    },
  };
}
