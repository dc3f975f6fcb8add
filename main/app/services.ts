import { Deployments } from '#main/monitoring/places/deployments.ts';
import { type AlertModule, createAlertModule } from './alertModule.ts';
import { type AuthorityModule, createAuthorityModule } from './authorityModule.ts';
import type { Base } from './base.ts';
import { type ConfigurationModule, createConfigurationModule } from './configurationModule.ts';
import { type ConnectionModule, createConnectionModule } from './connectionModule.ts';
import { type CopyModule, createCopyModule } from './copyModule.ts';
import { createEndpointModule, type EndpointModule } from './endpointModule.ts';
import {
  type CopyRegistryModule,
  createCopyRegistryModule,
  createExportModule,
  type ExportModule,
} from './exportModule.ts';
import { createHelpModule, createReportModule, type HelpModule, type ReportModule } from './helpModule.ts';
import { createHookModule, createInboxModule, type HookModule, type InboxModule } from './inboxModule.ts';
import { createOrderHelpModule, type OrderHelpModule } from './orderHelpModule.ts';
import { createOrderModule, type OrderModule } from './orderModule.ts';
import { createReceiverModule, type ReceiverModule } from './receiverModule.ts';
import { createSecretModule, type SecretModule } from './secretModule.ts';

/** All services that IPC handlers, commands and the event wiring use. */
export type Services = { readonly deployments: Deployments } & SecretModule &
  ConnectionModule &
  OrderModule &
  HookModule &
  InboxModule &
  ReceiverModule &
  AlertModule &
  HelpModule &
  ExportModule &
  CopyRegistryModule &
  CopyModule &
  EndpointModule &
  AuthorityModule &
  ReportModule &
  OrderHelpModule &
  ConfigurationModule;

/** Creates every service, each after those that it uses. None of them begins its work yet. */
export function createServices(base: Base): Services {
  const secrets = createSecretModule(base);
  const connections = createConnectionModule(base, secrets);
  const orders = createOrderModule(base, secrets, connections);
  const hooks = createHookModule(base, secrets);
  const inbox = createInboxModule(base, secrets, hooks, connections, orders);
  const receiver = createReceiverModule(base, hooks, connections, inbox);
  const registry = createCopyRegistryModule(base);
  const exports = createExportModule(base, connections, orders, inbox, registry);
  const endpoints = createEndpointModule(base, connections, inbox);
  const authority = createAuthorityModule(base, connections, orders, inbox);
  const alerts = createAlertModule(base, secrets, connections, orders, inbox, endpoints, () => ({
    offer: (order) => orderHelp.orderHelper.offersFor([order]).get(order.id),
    help: ({ id }, action) =>
      void orderHelp.help(id, action).then((words) => orderHelp.tellOfHelp(id, words)),
    isUpdating: (orderId) => copies.autoRefresher.isUpdating(orderId),
  }));
  const copies = createCopyModule(base, inbox, registry, exports, alerts);
  const deployments = new Deployments({
    copies: () => copies.copies.facts(),
    endpoints: () => endpoints.endpoints.facts(),
    prepare: (orderIds) => inbox.leads.prepare(orderIds.flatMap((id) => inbox.orderList.fact(id) ?? [])),
    times: (orderId) => {
      const order = inbox.orderList.fact(orderId);
      return {
        renewedAt: () => (order === null ? null : (inbox.leads.originOf(order)?.firstSeenAt ?? null)),
        confirmedAt: () => order?.lastConfirmedAt ?? null,
      };
    },
  });
  inbox.orderList.add(deployments);
  const reports = createReportModule(base, connections, hooks, inbox, copies, endpoints);
  const orderHelp = createOrderHelpModule(base, connections, orders, inbox, copies, endpoints, alerts);
  const configuration = createConfigurationModule(
    base,
    connections,
    orders,
    inbox,
    registry,
    exports,
    endpoints,
  );
  const help = createHelpModule(base, secrets, connections, inbox, receiver, alerts);
  return {
    ...secrets,
    ...connections,
    ...orders,
    ...hooks,
    ...inbox,
    ...receiver,
    ...alerts,
    ...help,
    ...exports,
    ...registry,
    ...copies,
    ...endpoints,
    deployments,
    ...authority,
    ...reports,
    ...orderHelp,
    ...configuration,
  };
}
