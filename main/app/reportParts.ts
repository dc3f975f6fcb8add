import { InventorySource } from '#main/reporting/report/inventorySource.ts';
import { Reporter } from '#main/reporting/report/reporter.ts';
import { writeReport } from '#main/reporting/report/writeReport.ts';
import type { Base } from './base.ts';
import type { ConnectionParts } from './connectionParts.ts';
import type { CopyParts } from './copyParts.ts';
import type { EndpointParts } from './endpointParts.ts';
import type { HookParts } from './hookParts.ts';
import type { InboxParts } from './inboxParts.ts';

export interface ReportParts {
  readonly inventories: InventorySource;
  readonly reporter: Reporter;
}

/** Builds what gives all that is known to whoever asks for the whole of it. */
export function composeReport(
  { desktop, language, settings, clock }: Base,
  { connections }: Pick<ConnectionParts, 'connections'>,
  { hooks }: Pick<HookParts, 'hooks'>,
  { allOrders, histories }: Pick<InboxParts, 'allOrders' | 'histories'>,
  { copies }: Pick<CopyParts, 'copies'>,
  { endpoints }: Pick<EndpointParts, 'endpoints'>,
): ReportParts {
  const inventories = new InventorySource({
    clock,
    version: desktop.version,
    orders: () => allOrders.list(),
    connections: () => connections.list(),
    hooks: () => hooks.list(),
    copies: () => copies.list(),
    endpoints: () => endpoints.views(),
    histories,
    settings: () => settings.get(),
  });
  const reporter = new Reporter({
    inventories,
    histories,
    hasOrder: (id) => allOrders.get(id) !== null,
    language: () => language,
    choose: (file) => desktop.dialogs.chooseReportFile(file),
    write: writeReport,
    copyText: (text) => desktop.copyText(text),
  });
  return { inventories, reporter };
}
