import type { X509Certificate } from 'node:crypto';
import { isSelfIssued } from './chain.ts';
import { factsOf } from './facts.ts';
import type { TrustAnchors } from './trustAnchors.ts';

/**
 * Name of the issuer that a chain lacks; `null` if it reaches a root or an anchor.
 * @param path from the leaf's issuer up
 * @param anchors `null` if unknown: then only a chain without any issuer is incomplete
 */
export function missingIssuerOf(
  leaf: X509Certificate,
  path: readonly X509Certificate[],
  anchors: Pick<TrustAnchors, 'reach'> | null,
): string | null {
  const last = path.at(-1) ?? leaf;
  if (isSelfIssued(last)) return null;
  const isReached = anchors === null ? path.length > 0 : anchors.reach(last);
  return isReached ? null : factsOf(last).issuerName;
}
