import type { CertificateFacts } from '#shared/domain/certificate.ts';
import { folded } from '#shared/domain/finding.ts';

/**
 * The names that a leaf is for, sorted and in one form (RFC 4343, RFC 5952), each once. A leaf without alternative names is for
 * its common name alone, which is marked: it is not the same as an alternative name.
 */
export function leafNames({ subjectAltNames, commonName }: CertificateFacts): readonly string[] {
  const names = subjectAltNames.map(folded);
  if (names.length === 0 && commonName !== null) names.push(`cn=${commonName.toLowerCase()}`);
  return [...new Set(names)].sort();
}

/** How the names of a leaf differ from the approved ones; `null` if they do not. */
export function nameDifference(
  approved: readonly string[],
  names: readonly string[],
): { readonly added: readonly string[]; readonly missing: readonly string[] } | null {
  const wanted = new Set(approved.map(folded));
  const given = new Set(names.map(folded));
  const added = [...given].filter((name) => !wanted.has(name));
  const missing = [...wanted].filter((name) => !given.has(name));
  return added.length + missing.length === 0 ? null : { added, missing };
}
