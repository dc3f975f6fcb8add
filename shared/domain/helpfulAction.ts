import { type ConditionFacts, hasCertificate, type Terms } from './conditions/condition.ts';
import { allConditions, type ConditionKind, isHeld } from './conditions/conditions.ts';
import type { HelpfulAction } from './conditions/helpfulActions.ts';
import { placeTimes } from './conditions/places.ts';
import type { PollingState } from './connection.ts';
import type { CopyBundleView } from './copy.ts';
import { filesStep, serversStep } from './deploymentSteps.ts';
import type { EndpointView } from './endpoint.ts';
import { isPushOnly } from './order.ts';
import { isRunFine } from './programRun.ts';
import { NEVER } from './thresholds.ts';
import type { WriteResult } from './writeResult.ts';

/** What belongs to one order, apart from its row. */
export interface OrderSituation {
  /** Of its connection; `active` for a push-only order. */
  readonly polling: PollingState['kind'];
  readonly copies: readonly CopyBundleView[];
  readonly endpoints: readonly EndpointView[];
  /** A delivery that waits to be linked looks like this order's. */
  readonly hasDelivery: boolean;
  /** Where the console of its service is is known. */
  readonly hasConsole: boolean;
  readonly terms: Terms;
}

type HelpedOrder = Omit<ConditionFacts, 'deployment'>;

/** What asks nothing of the service, and so needs no token. */
const withoutToken: ReadonlySet<HelpfulAction | null> = new Set([
  'review',
  'tighten',
  'run',
  'check',
  'checkFiles',
]);

/**
 * The one action that helps an order at `now` (Unix ms), on every surface: the first help of its worst condition that can be
 * done, or else an export of what was never exported. A delivery to link may have the certificate that is missing: only
 * what a server or a file urgently needs goes before. Without a token, that is asked for in the place of what needs the
 * service. `null`: nothing is left to do.
 */
export function helpfulAction(
  row: HelpedOrder,
  situation: OrderSituation,
  now: number,
): HelpfulAction | null {
  const action = bestAction(row, situation, now);
  if (withoutToken.has(action)) return action;
  if (situation.polling === 'rejected') return 'replaceToken';
  return situation.polling === 'waitingForToken' ? 'enterToken' : action;
}

/** What helps most where there is a token. */
function bestAction(row: HelpedOrder, situation: OrderSituation, now: number): HelpfulAction | null {
  const { polling, copies, endpoints, hasDelivery, hasConsole, terms } = situation;
  const isPulled = !isPushOnly(row);
  const isFailed = isPulled && row.failure !== null;
  const files = filesStep(copies);
  const servers = serversStep(endpoints, files, row, now);
  const can = (action: HelpfulAction): boolean => {
    switch (action) {
      case 'console':
        return isPulled && !isFailed && hasConsole;
      case 'sync':
      case 'review':
        return isPulled;
      case 'update':
        return !isFailed && (files.action?.kind === 'update' || files.action?.kind === 'ask');
      case 'exportAgain':
        return !isFailed && files.action?.kind === 'exportAgain';
      case 'tighten':
        return files.action?.kind === 'tighten';
      case 'run':
        return commandToRun(copies) !== null && (servers.action === 'reload' || files.failedRun !== null);
      case 'check':
        return endpoints.length > 0;
      case 'checkFiles':
        return files.action?.kind === 'check';
      default:
        return true;
    }
  };
  const facts = { ...row, deployment: placeTimes(situation, noTimes) };
  const held = allConditions.filter((condition) => isHeld(condition, facts, polling, terms, now));
  const worst = held.find(({ help }) => help?.some(can));
  const isUrgentPlace = worst?.needs === 'deployment' && worst.severity === 'critical';
  if (hasDelivery && !isUrgentPlace) return 'link';
  const first = worst?.help?.find(can);
  if (first !== undefined) return first;
  if (isFailed) return 'sync';
  const isUsable = hasCertificate(facts) && !held.some(({ kind }) => unusable.has(kind));
  return isUsable && files.action?.kind === 'export' ? 'export' : null;
}

/** Clients refuse what an export would write. */
const unusable: ReadonlySet<ConditionKind> = new Set(['expired', 'revoked', 'damaged']);

/** Nothing waits for something automatic: what helps can be done at once. */
const noTimes = { renewedAt: () => null, confirmedAt: () => NEVER };

/** The exported files whose command has to run: the one that failed, or else the first. @param copies of one order */
export function commandToRun(copies: readonly CopyBundleView[]): CopyBundleView | null {
  const own = copies.filter(({ command }) => command !== null);
  return own.find(({ lastRun }) => lastRun !== null && !isRunFine(lastRun)) ?? own[0] ?? null;
}

/** What an action did. `opened`: the main window, with a question or a form. `started`: its result shows in the order. */
export type HelpResult =
  /** `tightened`: other users can no longer read the files. */
  | { readonly kind: 'opened' | 'started' | 'tightened' }
  | { readonly kind: 'written'; readonly results: readonly WriteResult<'written' | 'current'>[] };

/** What to say about the result of an action; `text` is `null` if it shows by itself. */
export interface HelpWords {
  readonly isFailure: boolean;
  readonly title: string;
  readonly text: string | null;
}
