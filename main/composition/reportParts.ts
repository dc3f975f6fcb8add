import { PictureSource } from '../report/pictureSource.ts';
import type { Base } from './base.ts';
import type { ConnectionParts } from './connectionParts.ts';
import type { CopyParts } from './copyParts.ts';
import type { EndpointParts } from './endpointParts.ts';
import type { HookParts } from './hookParts.ts';
import type { InboxParts } from './inboxParts.ts';

export interface ReportParts {
  readonly pictures: PictureSource;
}

/** Builds what gives all that is known to whoever asks for the whole of it. */
export function composeReport(
  { desktop, settings, clock }: Base,
  { connections }: Pick<ConnectionParts, 'connections'>,
  { hooks }: Pick<HookParts, 'hooks'>,
  { allOrders, histories }: Pick<InboxParts, 'allOrders' | 'histories'>,
  { copies }: Pick<CopyParts, 'copies'>,
  { endpoints }: Pick<EndpointParts, 'endpoints'>,
): ReportParts {
  const pictures = new PictureSource({
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
  return { pictures };
}
