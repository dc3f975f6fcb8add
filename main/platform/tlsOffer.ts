import { createSecureContext, type SecureContext } from 'node:tls';
import type { KeyKind } from '#shared/domain/keyKind.ts';
import { signatureAlgorithms } from './signatureAlgorithms.ts';

/** Which of its certificates a server should send. */
export interface KeyRequest {
  readonly kind: KeyKind;
  /** Offers nothing else, so that a server without such a certificate refuses the handshake or sends another one. */
  readonly isOnly: boolean;
}

/** More than other clients offer: SHA-1 is for outdated servers. */
const offered: Readonly<Record<KeyKind, readonly string[]>> = {
  ...signatureAlgorithms,
  RSA: [...signatureAlgorithms.RSA, 'rsa_pkcs1_sha384', 'rsa_pkcs1_sha512', 'rsa_pkcs1_sha1'],
};
const everyAlgorithm = Object.values(offered).flat();

/** Few clients offer P-521; it costs nothing unless a server asks for it. */
const ecdhCurve = 'X25519:P-256:P-384:P-521';

/** Without them Node turns TLS 1.3 off. They say nothing about the certificate. */
const SUITES_1_3 = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256';

const contexts = new Map<string, SecureContext>();

/**
 * Shared by all handshakes with the same request. It trusts no root: trust is judged from the served chain. Node would
 * convert a trusted server's certificates to their legacy form, which crashes the process for key types that the runtime
 * does not know.
 * @param request `null`: any certificate
 */
export function contextFor(request: KeyRequest | null): SecureContext {
  const key = request === null ? '' : `${request.kind} ${request.isOnly}`;
  const context =
    contexts.get(key) ?? createSecureContext({ ca: [], minVersion: 'TLSv1', ecdhCurve, ...offerOf(request) });
  contexts.set(key, context);
  return context;
}

/** Before TLS 1.3 the cipher suites choose the certificate too; those of ECDSA also stand for Ed25519 (RFC 8422). */
function offerOf(request: KeyRequest | null) {
  if (request === null) return { sigalgs: everyAlgorithm.join(':') };
  const { kind, isOnly } = request;
  const own = offered[kind];
  const others = isOnly ? [] : everyAlgorithm.filter((algorithm) => !own.includes(algorithm));
  const [suites, otherSuites] = kind === 'RSA' ? ['aRSA', 'aECDSA'] : ['aECDSA', 'aRSA'];
  return {
    sigalgs: [...own, ...others].join(':'),
    ciphers: [SUITES_1_3, suites, ...(isOnly ? [] : [otherSuites])].join(':'),
  };
}
