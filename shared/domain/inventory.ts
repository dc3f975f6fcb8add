import type { AppErrorKind } from '../errors.ts';
import type { CopyState } from './copy.ts';
import type { DeploymentStatus, ProbeStatus } from './deploymentStatus.ts';
import type { EndpointProtocol, ProbeError, ServedFinding, ServedRelation } from './endpoint.ts';
import type { Finding } from './finding.ts';
import type { RenewalState, UsualLead, ValiditySpan } from './renewal.ts';
import type { OrderStatus } from './status.ts';

/** All that is known, without secrets: for reports, calendars and terminals. Times in Unix ms. */
export interface Inventory {
  readonly takenAt: number;
  /** Of the app. */
  readonly version: string;
  /** By notAfter, soonest first; those without one at the end. */
  readonly orders: readonly InventoryOrder[];
}

export interface InventoryOrder {
  readonly id: string;
  readonly rid: string;
  readonly title: string;
  readonly alias: string | null;
  /** The connection's name, or the hook's of a push-only order. */
  readonly connection: string;
  readonly pushOnly: boolean;
  readonly status: OrderStatus;
  readonly failure: AppErrorKind | null;
  readonly findings: readonly Finding[];
  /** Until when it waits because the service asked to; `null`: it does not. */
  readonly waitsUntil: number | null;
  readonly fingerprint256: string | null;
  readonly issuerName: string | null;
  readonly domains: readonly string[];
  readonly notBefore: number | null;
  readonly notAfter: number | null;
  readonly lastConfirmedAt: number | null;
  readonly lead: UsualLead | null;
  readonly renewal: RenewalState;
  /** `null`: there is neither a copy nor an endpoint. */
  readonly deployment: DeploymentStatus | null;
  readonly copies: readonly InventoryCopy[];
  readonly endpoints: readonly InventoryEndpoint[];
  /** Former and present leaves, newest first. */
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
  /** How many further addresses the name has, which are not looked at. */
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
  /** When it was last seen in step, where it is `unknown` as nobody looked since; else `null`. */
  readonly uncheckedSince: number | null;
  readonly findings: readonly ServedFinding[];
  readonly error: ProbeError | null;
}
