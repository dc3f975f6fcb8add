import type { AppErrorKind } from '../errors.ts';
import type { CopyState } from './copy.ts';
import type { DeploymentStatus, ProbeStatus } from './deploymentStatus.ts';
import type { EndpointProtocol, ProbeError, ServedFinding, ServedRelation } from './endpoint.ts';
import type { Finding } from './finding.ts';
import type { RenewalState, UsualLead, ValiditySpan } from './renewal.ts';
import type { OrderStatus } from './status.ts';

/** All stored facts without secrets, for reports, calendars and terminals. Times in Unix ms. */
export interface Inventory {
  readonly takenAt: number;
  /** Version of the app. */
  readonly version: string;
  /** Sorted by notAfter, soonest first; orders without one are last. */
  readonly orders: readonly InventoryOrder[];
}

export interface InventoryOrder {
  readonly id: string;
  readonly rid: string;
  readonly title: string;
  readonly alias: string | null;
  /** Name of the connection, or of the hook for a push-only order. */
  readonly connection: string;
  readonly pushOnly: boolean;
  readonly status: OrderStatus;
  readonly failure: AppErrorKind | null;
  readonly findings: readonly Finding[];
  /** End of a wait that the service asked for; `null`: not waiting. */
  readonly waitsUntil: number | null;
  readonly fingerprint256: string | null;
  readonly issuerName: string | null;
  readonly domains: readonly string[];
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  readonly lastConfirmedAt: number | null;
  readonly lead: UsualLead | null;
  readonly renewal: RenewalState;
  /** `null`: the order has neither a copy nor an endpoint. */
  readonly deployment: DeploymentStatus | null;
  readonly copies: readonly InventoryCopy[];
  readonly endpoints: readonly InventoryEndpoint[];
  /** Current and previous certificates, newest first. */
  readonly validity: readonly ValiditySpan[];
}

export interface InventoryCopy {
  /** For display: the home folder is `~`. */
  readonly folder: string;
  readonly state: CopyState | null;
  readonly outdated: boolean;
  readonly notAfter: number;
}

export interface InventoryEndpoint {
  readonly host: string;
  readonly port: number;
  readonly protocol: EndpointProtocol;
  readonly serverName: string | null;
  readonly probedAt: number | null;
  readonly error: ProbeError | null;
  readonly addresses: readonly InventoryAddress[];
  /** Number of further addresses of the name, which are not probed. */
  readonly omitted: number;
}

export interface InventoryAddress {
  readonly address: string;
  readonly status: ProbeStatus;
  readonly relation: ServedRelation | null;
  readonly fingerprint256: string | null;
  readonly issuerName: string | null;
  readonly notAfter: number | null;
  readonly servedSince: number | null;
  /** When an address that is `unknown` was last seen `current`; otherwise `null`. */
  readonly uncheckedSince: number | null;
  readonly findings: readonly ServedFinding[];
  readonly error: ProbeError | null;
}
