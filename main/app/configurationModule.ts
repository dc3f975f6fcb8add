import type { ConfigurationService } from '#main/reporting/configuration/configurationService.ts';
import { type Base, once } from './base.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { EndpointModule } from './endpointModule.ts';
import type { ExportModule } from './exportModule.ts';
import type { InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';

export interface ConfigurationModule {
  /** The configuration as a file. Its code is loaded when it is first asked for. */
  readonly configuration: () => Promise<ConfigurationService>;
}

export function createConfigurationModule(
  { database, settings }: Base,
  { connections }: ConnectionModule,
  { orders }: OrderModule,
  { annotations }: InboxModule,
  { presets }: ExportModule,
  { endpoints }: EndpointModule,
): ConfigurationModule {
  return {
    configuration: once(async () => {
      const { ConfigurationService: Service } = await import(
        '#main/reporting/configuration/configurationService.ts'
      );
      const writeTogether = database.writeTogether.bind(database);
      return new Service({ settings, connections, orders, annotations, endpoints, presets, writeTogether });
    }),
  };
}
