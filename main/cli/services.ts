import type { CommandFailure } from '#main/alerting/alerts/alert.ts';
import type { AlertPause } from '#main/alerting/alerts/alertPause.ts';
import type { AlertChannel } from '#main/alerting/events/alertChannel.ts';
import type { AlertEventJson } from '#main/alerting/events/alertEventSchema.ts';
import type { AutoRefresher } from '#main/deployment/copies/autoRefresher.ts';
import type { CopyBundle } from '#main/deployment/copies/copyRecord.ts';
import type { CopyService } from '#main/deployment/copies/copyService.ts';
import type { CopyWriter } from '#main/deployment/copies/copyWriter.ts';
import type { PlannedDestinations } from '#main/deployment/copies/plannedDestinations.ts';
import type { ReloadCommands } from '#main/deployment/copies/reloadCommands.ts';
import type { FolderWishes } from '#main/deployment/export/exportDestination.ts';
import type { ExportService } from '#main/deployment/export/exportService.ts';
import type { EndpointService } from '#main/monitoring/endpoints/endpointService.ts';
import type { Annotations } from '#main/orders/annotations/annotations.ts';
import type { ConnectionService } from '#main/orders/connections/connectionService.ts';
import type { CredentialTokens, SecretFileProblem } from '#main/orders/connections/credentialTokens.ts';
import type { OrderList } from '#main/orders/list/orderList.ts';
import type { OrderService } from '#main/orders/list/orderService.ts';
import type { OrderPoller } from '#main/orders/polling/orderPoller.ts';
import type { LeafIdentities } from '#main/orders/renewals/orderHistories.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { ConfigurationService } from '#main/reporting/configuration/configurationService.ts';
import type { InventorySource } from '#main/reporting/report/inventorySource.ts';
import type { SettingsService } from '#main/settings/preferences/settingsService.ts';
import type { HookService } from '#main/webhook/hooks/hookService.ts';
import type { InboxService } from '#main/webhook/inbox/inboxService.ts';
import type { Receiver } from '#main/webhook/receiver/receiver.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';

/** The parts of the app that a command may need, which are not started for every command. */
export type CommandNeed = 'secrets' | 'polling' | 'probing' | 'receiving' | 'files';

/** A folder with exported files: as it is stored, and what is seen of it. */
export interface TrackedFolder {
  readonly bundle: CopyBundle;
  readonly view: CopyBundleView;
}

/** Secrets in files that the system handed to this process. */
export interface CredentialFiles {
  readonly tokens: CredentialTokens;
  /** Whether there is a file with the signing secrets of a hook that is added under this name. */
  readonly isSigningThere: (name: string) => Promise<Result<boolean, SecretFileProblem>>;
}

/** The parts of the app that commands use, in the running app or without it. */
export interface CommandServices {
  /** Starts what a command needs, such as reading secrets, checking exported files, polling or receiving. */
  readonly prepare: (needs: ReadonlySet<CommandNeed>) => Promise<void>;
  /** Whether this is the running app, where work continues after the command. */
  readonly isApp: boolean;
  /** Whether this process has windows. */
  readonly hasWindow: boolean;
  /** Opens the quick window, or brings it to the front. */
  readonly showQuick: () => void;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** All that is known, or that of some orders. */
  readonly inventories: Pick<InventorySource, 'take' | 'takeWithFiles'>;
  /** What names certificates that orders have or had, by their SHA-256 fingerprints. Error: `storage`. */
  readonly leafIdentities: (fingerprints: readonly string[]) => Result<LeafIdentities>;
  readonly copies: Pick<CopyService, 'list' | 'forget'>;
  /** Destinations of a configuration file that wait for their first export. */
  readonly planned: Pick<PlannedDestinations, 'list' | 'remove'>;
  /** Pulled and push-only orders. */
  readonly orders: Pick<OrderList, 'list' | 'bareList' | 'some' | 'get' | 'remove' | 'setAlias'>;
  /** As `OrderService.add`, after reading the tokens that are refused. */
  readonly addOrders: (...args: Parameters<OrderService['add']>) => Promise<ReturnType<OrderService['add']>>;
  readonly acceptOrder: OrderService['accept'];
  readonly annotations: Pick<Annotations, 'set' | 'setThresholds'>;
  readonly settings: Pick<SettingsService, 'get' | 'set'>;
  readonly connections: Pick<
    ConnectionService,
    | 'list'
    | 'find'
    | 'add'
    | 'update'
    | 'remove'
    | 'knownTokens'
    | 'keepCaFile'
    | 'setToken'
    | 'trustCa'
    | 'allowTokenFile'
  >;
  /** Secrets in files; `null`: there are none, or this is the app with its window, which was started without them. */
  readonly credentials: CredentialFiles | null;
  /** Created when it is asked for, as most commands need none. */
  readonly configuration: () => Promise<ConfigurationService>;
  readonly alertPause: Pick<AlertPause, 'current'>;
  readonly alertChannels: readonly Pick<AlertChannel, 'id' | 'isOpen' | 'attempt' | 'view'>[];
  /** An example of an event. */
  readonly testEvent: () => Promise<AlertEventJson>;
  readonly poller: Pick<OrderPoller, 'poll' | 'pollingState' | 'overdueMs'>;
  /** Asks certificate authorities what is due about some orders, if the user switched that on. The running app does it by itself. */
  readonly askAuthorities: (orderIds: readonly string[], signal: AbortSignal) => Promise<void>;
  /** Why secrets cannot be read; `null`: they can, or were not needed. */
  readonly keychainError: () => AppError | null;
  readonly presets: { list(): readonly ExportPreset[] };
  /**
   * Creates an export, for the caller to dispose. With `acceptsWarnings`, the folder may have warnings.
   * @param wishes for the folders that are written
   */
  readonly exportInto: (folder: string, acceptsWarnings: boolean, wishes: FolderWishes) => ExportService;
  /** Keeps copies up to date from now on. Errors: `unknownId`, also for files that need a passphrase; `storage`. */
  readonly keepUpdated: (copyIds: readonly string[]) => Result<null>;
  /** The exported files of existing orders, by folder. */
  readonly trackedFolders: () => readonly TrackedFolder[];
  readonly updates: Pick<AutoRefresher, 'update' | 'onDidEnd' | 'validFrom'>;
  readonly runDueCommands: CopyWriter['runDue'];
  readonly commands: Pick<ReloadCommands, 'check' | 'agreed'>;
  /** The file in which root agrees to commands; `null`: that of the system. */
  readonly allowedCommandsFile: string | null;
  /** Waits for the commands that run after copies were updated. Never rejects. */
  readonly commandsSettled: () => Promise<void>;
  /** How the last run of the command of exported files failed; `null`: it did not, or it did not run. */
  readonly failedCommand: (copyId: string) => CommandFailure | null;
  readonly endpoints: Pick<
    EndpointService,
    'views' | 'ofOrder' | 'probe' | 'addMany' | 'remove' | 'onDidChange'
  >;
  readonly deliveries: Pick<InboxService, 'list' | 'waiting' | 'approve' | 'onDidChange'>;
  readonly receiver: Pick<Receiver, 'status'>;
  readonly hooks: Pick<HookService, 'list' | 'add'>;
}
