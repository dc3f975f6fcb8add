import type { AlertChannelViews } from './alertChannels.ts';
import type { PauseOfAlerts } from './alertPause.ts';
import type { OrderCounts } from './assessment.ts';
import type { ConnectionView } from './connection.ts';
import type { CopyBundleView } from './copy.ts';
import type { DeliveryView, InboxCounts } from './delivery.ts';
import type { EndpointView } from './endpoint.ts';
import type { ExportJobView } from './export.ts';
import type { AppLanguage, DatePlace } from './language.ts';
import type { NotificationsView } from './notificationState.ts';
import { type OrderRow, type OrderSource, serviceKey, sourceId, unknownRow } from './order.ts';
import type { PlannedDestinationView } from './plannedDestination.ts';
import type { ExportPreset } from './presets/presets.ts';
import type { ReceiverLogEntry, ReceiverView } from './receiver.ts';
import type { Settings } from './settings.ts';
import type { UpdateView } from './update.ts';
import type { WindowView } from './windowView.ts';

/** Increases by one with each published change. Only a newer delta is applied. */
export type Revision = number;

/** Rows as one array per field: structured clone copies this many times faster than an object per row. */
export type Columns<Row> = { readonly [Field in keyof Row]: readonly Row[Field][] };

/** An order row as it is sent, its source as plain fields: an object per row would have to be cloned. */
interface SentOrder extends Omit<OrderRow, 'source'> {
  readonly sourceKind: OrderRow['source']['kind'];
  readonly sourceId: string;
  /** The rid, or the order's name in deliveries. */
  readonly serviceKey: string;
}

export type OrderColumns = Columns<SentOrder>;

export type KeychainState =
  | { readonly kind: 'ready'; readonly backend: string }
  /** It may be asking a person. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'unavailable'; readonly detail: string };

export interface KeychainView {
  readonly state: KeychainState;
  readonly memoryConsent: boolean;
}

/** The parts of the snapshot that are sent as a whole when they change. */
export interface SnapshotParts {
  readonly connections: readonly ConnectionView[];
  readonly settings: Settings;
  readonly keychain: KeychainView;
  readonly online: boolean;
  readonly place: DatePlace;
  /** How far the clock of this computer is ahead, in ms; negative: behind. `null`: it is right, as far as known. */
  readonly clockAheadMs: number | null;
  readonly polling: readonly string[];
  readonly exportJob: ExportJobView | null;
  /** Built-in presets in their own order, then custom ones by name. */
  readonly presets: readonly ExportPreset[];
  /** The files that exports wrote on this computer, of existing orders. */
  readonly copies: readonly CopyBundleView[];
  /** The destinations of a configuration file that wait for their first export, also of removed orders. */
  readonly planned: readonly PlannedDestinationView[];
  /** Endpoints of existing orders; those of one order in the order in which they were added. */
  readonly endpoints: readonly EndpointView[];
  /** `null`: alerts are not paused. */
  readonly alertPause: PauseOfAlerts | null;
  readonly notifications: NotificationsView;
  /** Those that the user set. */
  readonly alertChannels: AlertChannelViews;
  readonly update: UpdateView;
  readonly receiver: ReceiverView;
  /** Deliveries that wait for the user first, then the newest; at most `INBOX_SHOWN_MAX`. */
  readonly inbox: readonly DeliveryView[];
  /** Of all deliveries, also those that are not in `inbox`. */
  readonly inboxCounts: InboxCounts;
  /** Newest first; at most `RECEIVER_LOG_MAX`. */
  readonly receiverLog: readonly ReceiverLogEntry[];
}

/** Which orders a state has: all, or only the first ones of the list, with the counts of all. */
export type OrderExtent =
  | { readonly kind: 'all' }
  | { readonly kind: 'first'; readonly total: number; readonly counts: OrderCounts };

export interface AppSnapshot extends SnapshotParts {
  readonly revision: Revision;
  readonly orders: OrderColumns;
  readonly extent: OrderExtent;
  readonly app: {
    readonly version: string;
    readonly language: AppLanguage;
    readonly platform: string;
    /** What the window showed when it was closed; `null`: nothing is remembered. */
    readonly view: WindowView | null;
  };
}

/** What changed since the revision before; absent fields did not change. */
export interface AppDelta extends Partial<SnapshotParts> {
  readonly revision: Revision;
  readonly orders?: { readonly upserts: OrderColumns; readonly removed: readonly string[] };
  readonly language?: AppLanguage;
}

type RowField = Exclude<keyof OrderRow, 'source'>;

const rowFields = Object.keys(unknownRow('', { kind: 'pull', connectionId: '', rid: '' })).filter(
  (field) => field !== 'source',
) as RowField[];

const sentFields: readonly (keyof SentOrder)[] = [...rowFields, 'sourceKind', 'sourceId', 'serviceKey'];

/** Turns rows into columns. */
export function columnsOf<Row>(rows: readonly Row[], fields: readonly (keyof Row)[]): Columns<Row> {
  const columns: Partial<Record<keyof Row, unknown>> = {};
  for (const field of fields) columns[field] = rows.map((row) => row[field]);
  return columns as Columns<Row>;
}

/** The fields of one row. */
export function rowAt<Row, Field extends keyof Row>(
  columns: Columns<Row>,
  fields: readonly Field[],
  index: number,
): Pick<Row, Field> {
  // Twice as fast as `Object.fromEntries` with 10,000 rows.
  const row: Partial<Record<Field, unknown>> = {};
  for (const field of fields) row[field] = columns[field][index];
  return row as Pick<Row, Field>;
}

/** Turns orders into columns. */
export function toColumns(rows: readonly OrderRow[]): OrderColumns {
  const sent = rows.map(({ source, ...row }) => ({
    ...row,
    sourceKind: source.kind,
    sourceId: sourceId({ source }),
    serviceKey: serviceKey({ source }),
  }));
  return columnsOf(sent, sentFields);
}

/** Turns columns back into orders. */
export function fromColumns(columns: OrderColumns): OrderRow[] {
  return columns.id.map((_, index) => {
    const row = rowAt<SentOrder, RowField>(columns, rowFields, index);
    return { ...row, source: sourceAt(columns, index) };
  });
}

function sourceAt(columns: OrderColumns, index: number): OrderSource {
  const id = columns.sourceId[index] ?? '';
  const key = columns.serviceKey[index] ?? '';
  return columns.sourceKind[index] === 'push'
    ? { kind: 'push', hookId: id, name: key }
    : { kind: 'pull', connectionId: id, rid: key };
}
