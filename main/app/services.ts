import type { AlertModule } from './alertModule.ts';
import type { ConnectionModule } from './connectionModule.ts';
import type { CopyModule } from './copyModule.ts';
import type { EndpointModule } from './endpointModule.ts';
import type { ExportModule } from './exportModule.ts';
import type { HelpModule, ReportModule } from './helpModule.ts';
import type { HookModule, InboxModule } from './inboxModule.ts';
import type { OrderModule } from './orderModule.ts';
import type { ReceiverModule } from './receiverModule.ts';
import type { SecretModule } from './secretModule.ts';

/** Everybody whom the window and the listeners talk to. */
export type Services = SecretModule &
  ConnectionModule &
  OrderModule &
  HookModule &
  InboxModule &
  ReceiverModule &
  AlertModule &
  HelpModule &
  ExportModule &
  CopyModule &
  EndpointModule &
  ReportModule;
