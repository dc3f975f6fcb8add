import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { codeOf } from './errors.ts';
import { contextFor, type KeyRequest } from './tlsOffer.ts';

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
