import { createEventPoster } from '#main/orders/api/eventPoster.ts';
import { createOpenApiClient } from '#main/orders/api/openApiClient.ts';
import { fingerprintsOf } from '#main/orders/connections/caFiles.ts';
import { ConnectionService } from '#main/orders/connections/connectionService.ts';
import { ConnectionTrust } from '#main/orders/connections/connectionTrust.ts';
import { ConnectionMaterialSource } from '#main/orders/connections/materialSource.ts';
import { createSystemCas } from '#main/orders/connections/systemCas.ts';
import { importedCaQuestion } from '#main/platform/consent/questions.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createNamedAnchors, createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { type Base, once } from './base.ts';
import type { SecretModule } from './secretModule.ts';

export type ConnectionModule = ReturnType<typeof createConnectionModule>;

interface ClientTarget {
  readonly baseUrl: string;
  readonly extraCaPem: string | null;
}

/** Creates the connections and the clients of their services. */
export function createConnectionModule(
  { desktop, lifetime, language, askConsent, database, clock, confirmedClock, newId }: Base,
  { tokens }: SecretModule,
) {
  const systemCas = createSystemCas();
  const connections = new ConnectionService({
    repository: createConnectionRepository(database),
    tokens,
    chooser: { chooseCaFile: () => desktop.dialogs.chooseCaFile(language.t) },
    askForCa: ({ name, baseUrl, ca }) => {
      const { fileName = '', pem = '' } = ca ?? {};
      const about = { name, baseUrl, fileName, fingerprints: fingerprintsOf(pem) };
      return askConsent(importedCaQuestion(language.t, about));
    },
    clock,
    newId,
  });
  const createClient = (target: ClientTarget) =>
    createOpenApiClient({
      ...target,
      systemCas: () => systemCas.load(),
      proxyResolver: desktop.proxyResolver,
      userAgent: `NotAfter/${desktop.version}`,
      heardTime: (at) => confirmedClock.heard(at),
    });
  const eventPoster = createEventPoster({
    systemCas: () => systemCas.load(),
    proxyResolver: desktop.proxyResolver,
    userAgent: `NotAfter/${desktop.version}`,
    clock,
  });
  lifetime.drain('connections of the webhook', () => eventPoster.dispose());
  // Some systems take long to list their CAs: that waits for the first certificate.
  const systemAnchors = once(() => createNamedAnchors(systemCas.roots()));
  const source = new ConnectionMaterialSource(connections, tokens, createClient);
  lifetime.drain('material source', () => source.dispose());
  // What the first poll needs, while the user still pastes orders: loading undici takes tens of milliseconds.
  const prepare = () => Promise.all([systemCas.load(), import('#main/orders/api/dispatchers.ts')]);
  lifetime.stop(connections.onDidChange(() => void prepare()));
  return {
    connections,
    source,
    trust: new ConnectionTrust(
      connections,
      {
        reach: (certificate) => systemAnchors().reach(certificate),
        anchorsOf: (certificate) => systemAnchors().anchorsOf(certificate),
      },
      createTrustAnchors,
    ),
    systemCas,
    createClient,
    eventPoster,
  };
}
