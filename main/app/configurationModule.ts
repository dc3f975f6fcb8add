import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { ConfigurationFiles } from '#main/reporting/configuration/configurationFiles.ts';
import type { ConfigurationService } from '#main/reporting/configuration/configurationService.ts';
import { type Base, once } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { EndpointModule } from './endpointModule.ts';
import type { CopyRegistryModule, ExportModule } from './exportModule.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

const questions = () => import('#main/reporting/configuration/questions.ts');

export interface ConfigurationModule {
  /** The configuration as a file. Its code is loaded when it is first asked for. */
  readonly configuration: () => Promise<ConfigurationService>;
  /** The configuration files of the window. Their code is loaded when one is first asked for. */
  readonly configurationFiles: () => Promise<ConfigurationFiles>;
}

export function createConfigurationModule(
  { database, settings, desktop, language, askConsent }: Base,
  { connections }: ConnectionModule,
  { orders }: OrderModule,
  { annotations }: InboxModule,
  { copyRegistry }: CopyRegistryModule,
  { presets, planned }: ExportModule,
  { endpoints }: EndpointModule,
): ConfigurationModule {
  const configuration = once(async () => {
    const [{ ConfigurationService: Service }, { ConfigurationDestinations }, { ConfigurationFolders }] =
      await Promise.all([
        import('#main/reporting/configuration/configurationService.ts'),
        import('#main/reporting/configuration/configurationDestinations.ts'),
        import('#main/reporting/configuration/configurationFolders.ts'),
      ]);
    const folders = new ConfigurationFolders(await realpath(homedir()).catch(() => homedir()));
    const destinations = new ConfigurationDestinations({ copies: copyRegistry, planned, presets, folders });
    const writeTogether = database.writeTogether.bind(database);
    const services = { settings, connections, orders, annotations, endpoints, presets };
    return new Service({ ...services, destinations, folders, writeTogether });
  });
  return {
    configuration,
    configurationFiles: once(async () => {
      const { ConfigurationFiles: Files } = await import(
        '#main/reporting/configuration/configurationFiles.ts'
      );
      return new Files({
        configuration: await configuration(),
        connections,
        choose: (action) => desktop.dialogs.chooseConfigurationFile(language.t, action),
        confirm: async (warnings) => askConsent((await questions()).importQuestion(language.t, warnings)),
      });
    }),
  };
}
