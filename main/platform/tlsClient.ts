import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import type { KeyKind } from '#shared/domain/keyKind.ts';
import { codeOf } from './errors.ts';

/** What a server sent in the handshake. */
export interface ServedChain {
  readonly leaf: X509Certificate;
  /** The other certificates, in the server's order. */
  readonly above: readonly X509Certificate[];
  readonly tlsVersion: string;
  /** Whether an OCSP response came with it (RFC 6066, section 8; RFC 8446, section 4.4.2.1). It is not read. */
  readonly isStapled: boolean;
}

/** Called once at the end. `chain` may be present although the handshake failed; `code` is empty on success. */
export type HandshakeListener = (chain: ServedChain | null, code: string) => void;

const MAX_CHAIN = 32;

/** A connected socket, or where to connect: an IP literal and a port, which saves one socket. */
export type TlsWay = { readonly socket: Socket } | { readonly host: string; readonly port: number };

/**
 * Starts TLS, sends no application data, and reports the served chain. The chain is read as soon as it is available,
 * because a server that requires a client certificate may end the handshake after it.
 * @param name sent as SNI if it is a DNS name (RFC 6066, section 3)
 * @param request `null`: any of the server's certificates
 */
export function beginTls(
  way: TlsWay,
  name: string,
  request: KeyRequest | null,
  listener: HandshakeListener,
): TLSSocket {
  const tls = connect({
    ...way,
    secureContext: contextFor(request),
    rejectUnauthorized: false,
    requestOCSP: true,
    ...(isIP(name) === 0 ? { servername: name } : {}),
  });
  let chain: ServedChain | null = null;
  let isStapled = false;
  let isEnded = false;
  const take = () => {
    chain ??= chainOf(tls, isStapled);
  };
  const end = (code: string) => {
    if (isEnded) return;
    isEnded = true;
    listener(chain, code);
  };
  // It comes with the certificate, before the chain can be read; `null`: the server sent none.
  tls.once('OCSPResponse', (response: Buffer | null) => {
    isStapled = response !== null;
  });
  // The only event between the server's certificate and the end of the handshake. Its lines hold secrets of this
  // connection and are not stored.
  tls.on('keylog', take);
  tls.once('secureConnect', () => {
    take();
    end('');
  });
  tls.on('error', (error) => end(codeOf(error)));
  tls.once('close', () => end('ECONNRESET'));
  return tls;
}

/** Call it only once: Node moves the certificates out of BoringSSL's list. */
function chainOf(tls: TLSSocket, isStapled: boolean): ServedChain | null {
  const leaf = tls.getPeerX509Certificate();
  if (leaf === undefined) return null;
  const above: X509Certificate[] = [];
  for (
    let next = leaf.issuerCertificate;
    next !== undefined && above.length < MAX_CHAIN;
    next = next.issuerCertificate
  )
    above.push(next);
  return { leaf, above, tlsVersion: tls.getProtocol() ?? '', isStapled };
}

/** What a TLS client or server offers here, by kind of key: BoringSSL offers no Ed25519 and no P-521 by itself. */
export const signatureAlgorithms: Readonly<Record<KeyKind, readonly string[]>> = {
  'ECDSA P-256': ['ecdsa_secp256r1_sha256'],
  Ed25519: ['ed25519'],
  'ECDSA P-384': ['ecdsa_secp384r1_sha384'],
  'ECDSA P-521': ['ecdsa_secp521r1_sha512'],
  RSA: ['rsa_pss_rsae_sha256', 'rsa_pss_rsae_sha384', 'rsa_pss_rsae_sha512', 'rsa_pkcs1_sha256'],
};

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
