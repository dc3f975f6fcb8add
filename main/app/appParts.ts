import type { AlertParts } from './alertParts.ts';
import type { ExportParts } from './composeExports.ts';
import type { ConnectionParts } from './connectionParts.ts';
import type { CopyParts } from './copyParts.ts';
import type { EndpointParts } from './endpointParts.ts';
import type { HelpParts } from './helpParts.ts';
import type { HookParts } from './hookParts.ts';
import type { InboxParts } from './inboxParts.ts';
import type { OrderParts } from './orderParts.ts';
import type { ReceiverParts } from './receiverParts.ts';
import type { ReportParts } from './reportParts.ts';
import type { SecretParts } from './secretParts.ts';

/** Everybody whom the window and the listeners talk to. */
export type AppParts = SecretParts &
  ConnectionParts &
  OrderParts &
  HookParts &
  InboxParts &
  ReceiverParts &
  AlertParts &
  HelpParts &
  ExportParts &
  CopyParts &
  EndpointParts &
  ReportParts;
