import type { CertificateFacts } from './certificate.ts';

/**
 * The kinds of key among which a server with several certificates chooses, by the signature algorithms of the client
 * (RFC 8446, section 4.2.3). Their names are technical terms, the same in every language.
 */
export const keyKinds = ['RSA', 'ECDSA P-256', 'ECDSA P-384', 'ECDSA P-521', 'Ed25519'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** `null`: a kind that the client cannot ask for, such as Ed448 or another curve. */
export function keyKindOf({ keyType, curve }: Pick<CertificateFacts, 'keyType' | 'curve'>): KeyKind | null {
  const name = curve === null ? keyType : `ECDSA ${curve}`;
  return keyKinds.find((kind) => kind === name) ?? null;
}
