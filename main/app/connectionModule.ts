import type { EventPoster } from '#main/orders/api/eventPoster.ts';
import { fingerprintsOf } from '#main/orders/connections/caFiles.ts';
import { ConnectionService } from '#main/orders/connections/connectionService.ts';
import { ConnectionTrust } from '#main/orders/connections/connectionTrust.ts';
import {
  ConnectionMaterialSource,
  type CreateMaterialClient,
} from '#main/orders/connections/materialSource.ts';
import { createSystemCas, type SystemCas } from '#main/orders/connections/systemCas.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createNamedAnchors, createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { type Base, once } from './base.ts';
import type { SecretModule } from './secretModule.ts';

const questions = () => import('#main/orders/connections/questions.ts');

export type ConnectionModule = ReturnType<typeof createConnectionModule>;

/** Creates the connections and the clients of their services. */
export function createConnectionModule(base: Base, { tokens }: SecretModule) {
  const { desktop, lifetime, language, askConsent, database, clock, newId, logger } = base;
  const systemCas = createSystemCas();
  const connections = new ConnectionService({
    repository: createConnectionRepository(database, logger),
    tokens,
    chooseCaFile: () => desktop.dialogs.chooseCaFile(language.t),
    askForCa: async ({ name, baseUrl, ca }) => {
      const { fileName = '', pem = '' } = ca ?? {};
      const about = { name, baseUrl, fileName, fingerprints: fingerprintsOf(pem) };
      return askConsent((await questions()).importedCaQuestion(language.t, about));
    },
    clock,
    newId,
  });
  const { createClient, postEvent, prepare } = createNetworkClients(base, systemCas);
  // Some systems take long to list their CAs: that waits for the first certificate.
  const systemAnchors = once(() => createNamedAnchors(systemCas.roots()));
  const source = new ConnectionMaterialSource(connections, tokens, createClient);
  lifetime.drain('material source', () => source.dispose());
  lifetime.stop(connections.onDidChange(() => void prepare()));
  return {
    connections,
    source,
    trust: new ConnectionTrust(
      connections,
      { anchorsOf: (certificate) => systemAnchors().anchorsOf(certificate) },
      createTrustAnchors,
    ),
    systemCas,
    createClient,
    postEvent,
  };
}

/** What sends requests to services and to the webhook for alerts. Its code is loaded with the first request, or by `prepare`. */
function createNetworkClients(
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
