import type { X509Certificate } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { codeOf } from '#main/platform/errors.ts';
import { signatureAlgorithms } from '#main/platform/signatureAlgorithms.ts';

/** What a server sent about itself: its leaf, what it sent with it in that order, and the version of TLS. */
export interface ServedChain {
  readonly leaf: X509Certificate;
  readonly above: readonly X509Certificate[];
  readonly tlsVersion: string;
}

/**
 * Is told once how a handshake ended: the chain, which may have come although the handshake failed, and the code of the
 * failure, empty for none.
 */
export type HandshakeListener = (chain: ServedChain | null, code: string) => void;

/** More than any server has a reason to send. */
const MAX_CHAIN = 32;

/** More than others offer: SHA-1 is for servers that should have been replaced. */
const sigalgs = [...signatureAlgorithms, 'rsa_pkcs1_sha384', 'rsa_pkcs1_sha512', 'rsa_pkcs1_sha1'].join(':');

let context: SecureContext | null = null;

/**
 * One for all handshakes, made with the first. It trusts nothing: whether a chain is trusted is judged by what was
 * served, and Node puts the certificates of a server that it trusts into its old form, which ends the whole process for
 * a key of a kind that the runtime does not know.
 */
function sharedContext(): SecureContext {
  context ??= createSecureContext({ ca: [], minVersion: 'TLSv1', sigalgs, ecdhCurve });
  return context;
}

/** P-521 is offered by few clients and asked for by fewer servers; it costs nothing unless one does. */
const ecdhCurve = 'X25519:P-256:P-384:P-521';

/** A connected socket, or where to connect to first: an IP literal and a port, which costs one socket less. */
export type TlsWay = { readonly socket: Socket } | { readonly host: string; readonly port: number };

/**
 * Begins TLS, sends nothing of its own beside it, and says what the server showed. The chain is taken as soon as it is
 * there, since a server that asks for a client's certificate may refuse the handshake after it.
 * @param name is asked for where it is a DNS name: an IP address is none (RFC 6066, section 3)
 */
export function beginTls(way: TlsWay, name: string, listener: HandshakeListener): TLSSocket {
  const tls = connect({
    ...way,
    secureContext: sharedContext(),
    rejectUnauthorized: false,
    ...(isIP(name) === 0 ? { servername: name } : {}),
  });
  let chain: ServedChain | null = null;
  let isEnded = false;
  const take = () => {
    chain ??= chainOf(tls);
  };
  const end = (code: string) => {
    if (isEnded) return;
    isEnded = true;
    listener(chain, code);
  };
  // The one event that Node has between the server's certificate and the end of the handshake. Its lines hold secrets
  // of this connection, on which nothing is ever sent, and go nowhere.
  tls.on('keylog', take);
  tls.once('secureConnect', () => {
    take();
    end('');
  });
  tls.on('error', (error) => end(codeOf(error)));
  tls.once('close', () => end('ECONNRESET'));
  return tls;
}

/** Asked once it succeeds and never again: Node takes what it gives out of BoringSSL's list. */
function chainOf(tls: TLSSocket): ServedChain | null {
  const leaf = tls.getPeerX509Certificate();
  if (leaf === undefined) return null;
  const above: X509Certificate[] = [];
  for (
    let next = leaf.issuerCertificate;
    next !== undefined && above.length < MAX_CHAIN;
    next = next.issuerCertificate
  )
    above.push(next);
  return { leaf, above, tlsVersion: tls.getProtocol() ?? '' };
}
