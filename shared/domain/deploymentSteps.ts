import { assertNever } from '../assertNever.ts';
import { endOf } from './chainEnd.ts';
import type { Severity } from './conditions/condition.ts';
import type { ConditionKind, HeldCondition } from './conditions/conditions.ts';
import { type DeploymentSummary, summarisePlaces } from './conditions/placeSummary.ts';
import { addressesNow, hasShortChain, isOfFiles, type PlaceStatus, placeKinds } from './conditions/places.ts';
import { type CopyBundleView, type CopyState, copyStates, refreshable, worseState } from './copy.ts';
import type { EndpointView } from './endpoint.ts';
import type { OrderRow } from './order.ts';
import { isRunFine, type ProgramRun } from './programRun.ts';

/**
 * How far a step of the deployment is. `attention`, `problem`: it has a condition of this severity. `waiting`: it is not done,
 * and nothing is expected of it yet, because a new certificate is on its way or needs a review. `unknown`: not checked yet.
 * `empty`: the step is not set up.
 */
export const stepStates = ['done', 'attention', 'problem', 'waiting', 'unknown', 'empty'] as const;
export type StepState = (typeof stepStates)[number];

/** How far a step is that has a condition of this severity. */
function stateOf(severity: Severity): StepState {
  return severity === 'critical' ? 'problem' : 'attention';
}

/** The state of a step with the worst of these conditions that an order has; `null`: it has none, or only a notice. */
function worstState(held: readonly HeldCondition[], kinds: readonly ConditionKind[]): StepState | null {
  const worst = held.find(({ kind, severity }) => severity !== 'notice' && kinds.includes(kind));
  return worst === undefined ? null : stateOf(worst.severity);
}

const fileKinds = placeKinds.filter((kind) => isOfFiles(kind));
const serverKinds: readonly ConditionKind[] = [
  ...placeKinds.filter((kind) => !isOfFiles(kind)),
  'servedEndsSoon',
];

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

/** How far the second step is. @param held the conditions of the order, worst first */
export function filesState({ kind }: FilesStep, held: readonly HeldCondition[]): StepState {
  if (kind === 'none') return 'empty';
  const state = worstState(held, fileKinds);
  if (state !== null) return state;
  if (kind === 'unseen') return 'unknown';
  return kind === 'fresh' ? 'done' : 'waiting';
}

/** The second step: the exported files of an order on this computer. */
export function filesStep(copies: readonly CopyBundleView[]): FilesStep {
  const kinds = copies.map(({ state, outdated }) => worseState(state, outdated ? 'stale' : null) ?? 'unseen');
  const kind = worstOf(kinds);
  const affected = copies.filter((_, index) => kinds[index] === kind);
  const runs = copies.flatMap(({ lastRun }) => lastRun ?? []);
  const failedRun = runs.find((run) => !isRunFine(run)) ?? null;
  return {
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
  const [locked] = copies.filter(
    ({ outdated, needsPassphrase, state }) => needsPassphrase && (outdated || state === 'missing'),
  );
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
  /** Of the servers alone; `null`: there are none. */
  readonly status: DeploymentSummary | null;
  /** When one of them was checked last, Unix ms. */
  readonly checkedAt: number | null;
  readonly action: ServersAction | null;
}

/** How far the third step is. @param held the conditions of the order, worst first */
export function serversState({ status: servers }: ServersStep, held: readonly HeldCondition[]): StepState {
  if (servers === null) return 'empty';
  const { status } = servers;
  // Once the order has expired, nothing more is said of a server with its certificate.
  const state = worstState(held, status === 'expired' ? [...serverKinds, 'expired'] : serverKinds);
  if (state !== null) return state;
  if (status === 'unknown') return 'unknown';
  return status === 'current' ? 'done' : 'waiting';
}

/** The third step: what the servers of an order serve, at `now` (Unix ms). */
export function serversStep(
  endpoints: readonly EndpointView[],
  files: FilesStep,
  order: Pick<OrderRow, 'notAfter' | 'chainEnd'>,
  now: number,
): ServersStep {
  const status = summarisePlaces({ copies: [], endpoints }, now);
  if (status === null) return { status, checkedAt: null, action: 'add' };
  const isChainShort =
    status.status === 'current' &&
    endpoints.some((one) => addressesNow(one).some((address) => hasShortChain(address, endOf(order))));
  const checks = endpoints.flatMap(({ probedAt }) => probedAt ?? []);
  return {
    status,
    checkedAt: checks.length === 0 ? null : Math.max(...checks),
    action: isChainShort ? 'reload' : serversAction(status.status, files, (endOf(order) ?? now) > now),
  };
}

function serversAction(status: PlaceStatus, { kind }: FilesStep, isValid: boolean): ServersAction | null {
  if (status === 'current') return null;
  const isOld = status === 'stale' || status === 'expired';
  return isOld && isValid && (kind === 'fresh' || kind === 'wider') ? 'reload' : 'check';
}
