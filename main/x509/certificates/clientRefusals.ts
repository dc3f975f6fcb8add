import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { getCACertificates } from 'node:tls';
import {
  exceededLimit,
  logRule,
  nameRule,
  purposeRule,
  refusingKey,
  serialRule,
} from '#shared/domain/clientRules.ts';
import type { ClientRefusal } from '#shared/domain/finding.ts';
import { keyName } from '#shared/domain/renewalLoss.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { keySupportOf } from './algorithms.ts';
import { extensionsOf } from './extensions.ts';
import { factsOf } from './facts.ts';
import type { ChainJudgement } from './judgeChain.ts';

/**
 * Why clients refuse a leaf whose path OpenSSL accepts.
 * @param isPublic whether its root is one that browsers trust by themselves: they ask more of its certificates
 */
export function clientRefusals(leaf: X509Certificate, isPublic: boolean): readonly ClientRefusal[] {
  const extensions = extensionsOf(leaf);
  if (extensions === null) return [];
  const facts = factsOf(leaf);
  const { notBefore, notAfter } = facts;
  const refusals: ClientRefusal[] = [];
  const key = keyName(facts);
  // Of the rare kinds a fault says who can use them.
  const clients = keySupportOf(extensions.keyAlgorithm).reach === null ? refusingKey(key) : [];
  if (clients.length > 0) refusals.push({ kind: 'keyNotAccepted', clients, key });
  const exceeded = exceededLimit(facts, isPublic);
  if (exceeded !== null)
    refusals.push({ kind: 'livesTooLong', clients: exceeded.clients, limit: exceeded.days });
  if (extensions.extendedKeyUsage === null && notBefore >= purposeRule.from)
    refusals.push({ kind: 'purposeMissing', clients: purposeRule.clients });
  const needed = notAfter - notBefore > logRule.days * DAY_MS ? logRule.leastLonger : logRule.least;
  if (isPublic && extensions.timestamps < needed)
    refusals.push({ kind: 'notLogged', clients: logRule.clients, needed });
  const names = facts.subjectAltNames.filter(matchesNoHost);
  if (names.length > 0) refusals.push({ kind: 'namesIgnored', clients: nameRule.clients, names });
  if (extensions.hasNegativeSerial) refusals.push({ kind: 'serialNegative', clients: serialRule.clients });
  return refusals;
}

/** The refusals of a judged chain. */
export function refusalsOf(leaf: X509Certificate, { trust, path }: ChainJudgement): readonly ClientRefusal[] {
  const root = path.at(-1);
  return clientRefusals(leaf, trust === null && root !== undefined && isPublicRoot(root));
}

/** A star that is not the whole first label, or stands directly below a top-level domain. */
function matchesNoHost(name: string): boolean {
  if (!name.includes('*') || isIP(name) !== 0) return false;
  return !/^\*(?:\.[^.*]+){2,}\.?$/u.test(name);
}

let publicRoots: ReadonlySet<string> | null = null;

/** Whether a root is in the runtime's own list, which is Mozilla's. */
export function isPublicRoot(root: X509Certificate): boolean {
  publicRoots ??= new Set(getCACertificates('bundled').map(base64Of));
  return publicRoots.has(root.raw.toString('base64'));
}

function base64Of(pem: string): string {
  return pem.replace(/-----[A-Z ]+-----|\s/gu, '');
}
