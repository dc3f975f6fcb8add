import { assertNever } from '../assertNever.ts';
import { endOf } from './chainEnd.ts';
import type { Severity } from './conditions/condition.ts';
import type { ConditionKind, HeldCondition } from './conditions/conditions.ts';
import {
  commandFailed,
  filesChanged,
  filesMissing,
  filesOpen,
  filesOutdated,
  misconfigured,
  placeSeverity,
} from './conditions/placeConditions.ts';
import {
  addressesNow,
  type DeploymentSummary,
  type PlaceStatus,
  summarisePlaces,
} from './conditions/places.ts';
import { type CopyBundleView, type CopyState, copyStates, refreshable, worseState } from './copy.ts';
import type { EndpointView } from './endpoint.ts';
import type { OrderRow } from './order.ts';
import { isRunFine, type ProgramRun } from './programRun.ts';

/**
 * How far a step of the deployment is. `attention`: the user should do something. `problem`: clients are refused, or
 * somebody else changed something. `unknown`: not checked yet. `empty`: the step is not set up.
 */
export const stepStates = ['done', 'attention', 'problem', 'unknown', 'empty'] as const;
export type StepState = (typeof stepStates)[number];

/** How far a step is that has a condition of this severity. */
function stateOf(severity: Severity): StepState {
  return severity === 'critical' ? 'problem' : 'attention';
}

/** The conditions of the certificate itself, not of its places. */
const certificateKinds = [
  'expired',
  'revoked',
  'endsSoon',
  'damaged',
  'failing',
  'toReplace',
  'needsReview',
  'overdue',
  'notYetValid',
] as const satisfies readonly ConditionKind[];

/** Why the step *Issued* is not done. `none`: there is no certificate. `serviceOnly`: the service's word is all. */
export type IssuedKind = (typeof certificateKinds)[number] | 'none' | 'serviceOnly' | 'current';

/** The first step: the certificate that the service issued. @param held the conditions of the order, worst first */
export function issuedStep(
  { notAfter, fingerprint256 }: Pick<OrderRow, 'fingerprint256' | 'notAfter'>,
  held: readonly HeldCondition[],
): { readonly state: StepState; readonly kind: IssuedKind } {
  for (const { kind, severity } of held) {
    const own = certificateKinds.find((one) => one === kind);
    if (own !== undefined) return { state: stateOf(severity), kind: own };
  }
  if (notAfter === null) return { state: 'unknown', kind: 'none' };
  return fingerprint256 === null
    ? { state: 'unknown', kind: 'serviceOnly' }
    : { state: 'done', kind: 'current' };
}

/** The worst state of the exported files of an order. `unseen`: not checked yet. */
export type FilesKind = CopyState | 'unseen' | 'none';

/** What helps with the exported files. `update`: without a question. `ask`: main or the user has to agree first. */
export type FilesAction =
  | { readonly kind: 'export' }
  | { readonly kind: 'update'; readonly copies: readonly [CopyBundleView, ...CopyBundleView[]] }
  | { readonly kind: 'ask'; readonly copy: CopyBundleView }
  | { readonly kind: 'exportAgain'; readonly copy: CopyBundleView }
  | { readonly kind: 'tighten' | 'check'; readonly copies: readonly CopyBundleView[] };

export interface FilesStep {
  readonly state: StepState;
  readonly kind: FilesKind;
  /** Folders in this state, and all of them. */
  readonly affected: number;
  readonly all: number;
  /** When the newest files were written, Unix ms. */
  readonly writtenAt: number | null;
  /** The last run of the command of a folder failed. */
  readonly failedRun: ProgramRun | null;
  readonly action: FilesAction | null;
}

function filesState(kind: FilesKind): StepState {
  switch (kind) {
    case 'fresh':
      return 'done';
    case 'unseen':
      return 'unknown';
    case 'none':
      return 'empty';
    case 'stale':
      return stateOf(filesOutdated.severity);
    case 'wider':
      return stateOf(filesOpen.severity);
    case 'changed':
      return stateOf(filesChanged.severity);
    case 'missing':
    case 'unreadable':
      return stateOf(filesMissing.severity);
  }
}

/** The second step: the exported files of an order on this computer. */
export function filesStep(copies: readonly CopyBundleView[]): FilesStep {
  const kinds = copies.map(({ state, outdated }) => worseState(state, outdated ? 'stale' : null) ?? 'unseen');
  const kind = worstOf(kinds);
  const affected = copies.filter((_, index) => kinds[index] === kind);
  const runs = copies.flatMap(({ lastRun }) => lastRun ?? []);
  const failedRun = runs.find((run) => !isRunFine(run)) ?? null;
  return {
    state: kind === 'fresh' && failedRun !== null ? stateOf(commandFailed.severity) : filesState(kind),
    kind,
    failedRun,
    affected: affected.length,
    all: copies.length,
    writtenAt: copies.length === 0 ? null : Math.max(...copies.map(({ writtenAt }) => writtenAt)),
    action: filesAction(copies, kind, affected),
  };
}

function worstOf(kinds: readonly (CopyState | 'unseen')[]): FilesKind {
  if (kinds.length === 0) return 'none';
  const worst = copyStates.findLast((state) => state !== 'fresh' && kinds.includes(state));
  return worst ?? (kinds.includes('unseen') ? 'unseen' : 'fresh');
}

function filesAction(
  copies: readonly CopyBundleView[],
  kind: FilesKind,
  affected: readonly CopyBundleView[],
): FilesAction | null {
  const ids = new Set(refreshable(copies));
  const [first, ...others] = copies.filter(({ id }) => ids.has(id));
  if (first !== undefined) return { kind: 'update', copies: [first, ...others] };
  const [worst] = affected;
  const [locked] = copies.filter(({ outdated, needsPassphrase }) => outdated && needsPassphrase);
  switch (kind) {
    case 'none':
      return { kind: 'export' };
    case 'changed':
      if (worst === undefined) return null;
      return worst.needsPassphrase ? { kind: 'exportAgain', copy: worst } : { kind: 'ask', copy: worst };
    case 'missing':
    case 'stale':
      return locked === undefined ? null : { kind: 'exportAgain', copy: locked };
    case 'wider':
      return { kind: 'tighten', copies: affected };
    case 'unreadable':
    case 'unseen':
      return { kind: 'check', copies: affected };
    case 'fresh':
      return null;
    default:
      return assertNever(kind);
  }
}

/** What helps with the servers. `reload`: the files are right, so a reload is what is left. */
export type ServersAction = 'add' | 'reload' | 'check';

export interface ServersStep {
  readonly state: StepState;
  /** Of the servers alone; `null`: there are none. */
  readonly status: DeploymentSummary | null;
  /** When one of them was checked last, Unix ms. */
  readonly checkedAt: number | null;
  readonly action: ServersAction | null;
}

function serversState(status: PlaceStatus): StepState {
  const severity = placeSeverity(status);
  if (severity !== null) return stateOf(severity);
  return status === 'current' ? 'done' : 'unknown';
}

/** The third step: what the servers of an order serve, at `now` (Unix ms). */
export function serversStep(
  endpoints: readonly EndpointView[],
  files: FilesStep,
  order: Pick<OrderRow, 'notAfter' | 'chainEnd'>,
  now: number,
): ServersStep {
  const status = summarisePlaces({ copies: [], endpoints }, now);
  if (status === null) return { state: 'empty', status, checkedAt: null, action: 'add' };
  const isChainShort =
    status.status === 'current' && endpoints.some((one) => isShortAt(one, endOf(order) ?? 0));
  const checks = endpoints.flatMap(({ probedAt }) => probedAt ?? []);
  return {
    state: isChainShort ? stateOf(misconfigured.severity) : serversState(status.status),
    status,
    checkedAt: checks.length === 0 ? null : Math.max(...checks),
    action: isChainShort ? 'reload' : serversAction(status.status, files, (endOf(order) ?? now) > now),
  };
}

/** Whether a server sends a chain that expires before the certificate and chain of the order (Unix ms). */
function isShortAt(endpoint: EndpointView, end: number): boolean {
  return addressesNow(endpoint).some(
    ({ served }) => served !== null && served.chainEnd !== null && endOf(served) < end,
  );
}

function serversAction(status: PlaceStatus, { kind }: FilesStep, isValid: boolean): ServersAction | null {
  if (status === 'current') return null;
  const isOld = status === 'stale' || status === 'expired';
  return isOld && isValid && (kind === 'fresh' || kind === 'wider') ? 'reload' : 'check';
}
