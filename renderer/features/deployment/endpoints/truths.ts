import type { CopyBundleView } from '#shared/domain/copy.ts';
import {
  type DeploymentStatus,
  deploymentStatus,
  type ProbeStatus,
  probeStatuses,
} from '#shared/domain/deploymentStatus.ts';
import type { EndpointView } from '#shared/domain/endpoint.ts';
import type { AttentionState } from '../files/copyAttention.ts';

interface Told {
  readonly copies: readonly CopyBundleView[];
  readonly endpoints: readonly EndpointView[];
  readonly now: number;
  readonly truths: ReadonlyMap<string, DeploymentStatus>;
}

/** Both lists come whole with every change, and are the same until then: one answer serves every row. */
let told: Told | null = null;

/** By order: the truth about its places at `now` (Unix ms). Orders without a place are not in it. */
export function truthsOf(
  copies: readonly CopyBundleView[],
  endpoints: readonly EndpointView[],
  now: number,
): ReadonlyMap<string, DeploymentStatus> {
  if (told !== null && told.copies === copies && told.endpoints === endpoints && told.now === now)
    return told.truths;
  const places = new Map<string, { readonly copies: CopyBundleView[]; readonly endpoints: EndpointView[] }>();
  const placesOf = (orderId: string) => {
    const own = places.get(orderId) ?? { copies: [], endpoints: [] };
    places.set(orderId, own);
    return own;
  };
  for (const copy of copies) placesOf(copy.orderId).copies.push(copy);
  for (const endpoint of endpoints) placesOf(endpoint.orderId).endpoints.push(endpoint);
  const truths = new Map<string, DeploymentStatus>();
  for (const [orderId, own] of places) {
    const truth = deploymentStatus(own, now);
    if (truth !== null) truths.set(orderId, truth);
  }
  told = { copies, endpoints, now, truths };
  return truths;
}

/** What a person should do something about: worse than not knowing. */
export type BadVerdict = Exclude<ProbeStatus, 'unknown' | 'current'>;

/** Whether a status is worse than not knowing. */
export function isBad(status: ProbeStatus): status is BadVerdict {
  return probeStatuses.indexOf(status) < probeStatuses.indexOf('unknown');
}

/** Whether a row has a mark for its order's places: that copies alone are as they should be goes without saying. */
export function isMarked({ status, addresses }: DeploymentStatus): boolean {
  return isBad(status) || addresses > 0;
}

/** Whether the mark of a status says already that copies need a look; that others may read them is no status. */
export function coversCopies({ status, affected }: DeploymentStatus, attention: AttentionState): boolean {
  return isBad(status) && (affected > 0 || attention !== 'wider');
}

const drifted = new WeakMap<ReadonlyMap<string, DeploymentStatus>, ReadonlySet<string>>();

/** The ids of the orders whose places are not as they should be. */
export function driftedOrders(truths: ReadonlyMap<string, DeploymentStatus>): ReadonlySet<string> {
  const known = drifted.get(truths);
  if (known !== undefined) return known;
  const ids = new Set([...truths].flatMap(([id, { status }]) => (isBad(status) ? [id] : [])));
  drifted.set(truths, ids);
  return ids;
}
