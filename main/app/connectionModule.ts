import { fingerprintsOf } from '#main/orders/connections/caFiles.ts';
import { ConnectionService } from '#main/orders/connections/connectionService.ts';
import { ConnectionTrust } from '#main/orders/connections/connectionTrust.ts';
import { ConnectionMaterialSource } from '#main/orders/connections/materialSource.ts';
import { createSystemCas } from '#main/orders/connections/systemCas.ts';
import { createConnectionRepository } from '#main/storage/connectionRepository.ts';
import { createNamedAnchors, createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { type Base, once } from './base.ts';
import { createNetworkClients } from './networkClients.ts';
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
