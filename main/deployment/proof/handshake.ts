import type { X509Certificate } from 'node:crypto';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect, createServer, type Server } from 'node:tls';
import { codeOf } from '#main/platform/errors.ts';
import { signatureAlgorithms } from '#main/platform/signatureAlgorithms.ts';
import type { ProofFailure } from '#shared/domain/export.ts';
import type { Serving } from './prover.ts';

export interface HandshakeOptions {
  readonly serving: Serving;
  /** PEM of the certificate that the client trusts. */
  readonly root: string;
  /** `null`: without SNI and name check. */
  readonly servername: string | null;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export type HandshakeOutcome =
  | { readonly kind: 'connected'; readonly protocol: string; readonly leaf: X509Certificate | undefined }
  | { readonly kind: 'failed'; readonly reason: ProofFailure; readonly code: string }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'noLoopback' };

/** All supported algorithms, because the files may need any of them. */
const sigalgs = signatureAlgorithms.join(':');

const reasons: Readonly<Record<string, ProofFailure>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'name',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'notYetValid',
};
/** Error codes about the chain rather than the connection; see `X509_verify_cert_error_string`. */
const ofChain = /CERT|ISSUER|SIGNATURE|CA$|PATH_LENGTH|PURPOSE|CRL/u;

/** Connects to a TLS server with the files on 127.0.0.1; all sockets are closed on return. Throws for invalid options. */
export async function handshake(options: HandshakeOptions): Promise<HandshakeOutcome> {
  const { serving, signal } = options;
  if (signal.aborted) return { kind: 'aborted' };
  let server: Server;
  try {
    server = createServer({ ...forNode(serving), sigalgs });
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return { kind: 'failed', reason: 'refused', code: codeOf(error) };
  }
  // Another program may connect to the port, and must not keep the server open.
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  // The client reports its own errors; other programs don't matter.
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket) => socket.on('error', () => {}).end());
  try {
    if (!(await listen(server))) return { kind: 'noLoopback' };
    return await connectTo((server.address() as AddressInfo).port, options);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

function forNode(serving: Serving) {
  if ('pfx' in serving) return { pfx: Buffer.from(serving.pfx), passphrase: serving.passphrase };
  return { key: Buffer.from(serving.key), cert: Buffer.from(serving.cert) };
}

function listen(server: Server): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

function connectTo(port: number, options: HandshakeOptions): Promise<HandshakeOutcome> {
  const { root, servername, signal, timeoutMs } = options;
  const isDnsName = servername !== null && isIP(servername) === 0;
  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      ca: [root],
      // The trusted certificate may be an intermediate, or a self-signed leaf.
      allowPartialTrustChain: true,
      sigalgs,
      ...(isDnsName ? { servername } : {}),
      checkServerIdentity: (_host, certificate) =>
        servername === null ? undefined : checkServerIdentity(servername, certificate),
    });
    let outcome: HandshakeOutcome | null = null;
    const end = (next: HandshakeOutcome) => {
      outcome ??= next;
      socket.destroy();
    };
    const timer = setTimeout(() => end({ kind: 'failed', reason: 'timeout', code: '' }), timeoutMs);
    const abort = () => end({ kind: 'aborted' });
    signal.addEventListener('abort', abort, { once: true });
    socket.once('secureConnect', () => {
      const leaf = socket.getPeerX509Certificate();
      end({ kind: 'connected', protocol: socket.getProtocol() ?? '', leaf });
    });
    socket.on('error', (error) => end(failureOf(codeOf(error))));
    socket.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(outcome ?? failureOf(''));
    });
  });
}

function failureOf(code: string): HandshakeOutcome {
  const reason =
    reasons[code] ?? (/^(?:ERR_|E[A-Z]+$)/u.test(code) || !ofChain.test(code) ? 'refused' : 'chain');
  return { kind: 'failed', reason, code };
}
