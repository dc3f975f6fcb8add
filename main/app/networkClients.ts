import type { EventPoster } from '#main/orders/api/eventPoster.ts';
import type { CreateMaterialClient } from '#main/orders/connections/materialSource.ts';
import type { SystemCas } from '#main/orders/connections/systemCas.ts';
import type { Base } from './base.ts';

/** What sends requests to services and to the webhook for alerts. Its code is loaded with the first request, or by `prepare`. */
export function createNetworkClients(
  { desktop, lifetime, clock, confirmedClock }: Base,
  systemCas: Pick<SystemCas, 'load'>,
) {
  const common = {
    systemCas: () => systemCas.load(),
    proxyResolver: desktop.proxyResolver,
    userAgent: `NotAfter/${desktop.version}`,
  };
  const createClient: CreateMaterialClient = (target) => {
    const open = async () => {
      const { createOpenApiClient } = await import('#main/orders/api/openApiClient.ts');
      return createOpenApiClient({ ...target, ...common, heardTime: (at) => confirmedClock.heard(at) });
    };
    const client = open();
    return {
      latest: async (...request) => (await client).latest(...request),
      poll: async (...request) => (await client).poll(...request),
      dispose: async () => (await client).dispose(),
    };
  };
  let poster: Promise<EventPoster> | null = null;
  const openPoster = async () => {
    const { createEventPoster } = await import('#main/orders/api/eventPoster.ts');
    return createEventPoster({ ...common, clock });
  };
  lifetime.drain('connections of the webhook', async () => (await poster)?.dispose());
  const postEvent: EventPoster['post'] = async (...request) => {
    poster ??= openPoster();
    return (await poster).post(...request);
  };
  return {
    createClient,
    postEvent,
    /** What the first poll needs, while the user still pastes orders: loading undici takes tens of milliseconds. */
    prepare: () =>
      Promise.all([
        systemCas.load(),
        import('#main/orders/api/openApiClient.ts'),
        import('#main/orders/api/dispatchers.ts'),
      ]),
  };
}
