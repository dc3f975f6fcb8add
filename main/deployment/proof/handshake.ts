import type { AddressInfo, Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { codeOf } from '#main/platform/errors.ts';
import { signatureAlgorithms } from '#main/platform/signatureAlgorithms.ts';
import { beginTls, type ServedChain } from '#main/platform/tlsClient.ts';
import type { ProofFailure } from '#shared/domain/exportProof.ts';
import type { Serving } from './prover.ts';

export interface HandshakeOptions {
  readonly serving: Serving;
  /** `null`: without SNI. */
  readonly servername: string | null;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export type HandshakeOutcome =
  /** With what the server sent, which is not judged yet. */
  | { readonly kind: 'connected'; readonly served: ServedChain }
  | {
      readonly kind: 'failed';
      readonly reason: Extract<ProofFailure, 'refused' | 'timeout'>;
      readonly code: string;
    }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'noLoopback' };

/** All supported algorithms, because the files may need any of them. */
const sigalgs = Object.values(signatureAlgorithms).flat().join(':');

/** Connects to a TLS server with the files on 127.0.0.1; all sockets are closed on return. Throws for invalid options. */
export async function handshake(options: HandshakeOptions): Promise<HandshakeOutcome> {
  const { serving, signal } = options;
  if (signal.aborted) return { kind: 'aborted' };
  let server: Server;
  try {
    // Without roots, which a server sends only if its files have them: reading those of the runtime takes 20 ms.
    server = createServer({ ...forNode(serving), ca: [], sigalgs });
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
  const { servername, signal, timeoutMs } = options;
  return new Promise((resolve) => {
    let outcome: HandshakeOutcome | null = null;
    const host = '127.0.0.1';
    const socket = beginTls({ host, port }, servername ?? host, null, (served, code) =>
      end(
        served !== null && code === ''
          ? { kind: 'connected', served }
          : { kind: 'failed', reason: 'refused', code },
      ),
    );
    const end = (next: HandshakeOutcome) => {
      outcome ??= next;
      socket.destroy();
    };
    const timer = setTimeout(() => end({ kind: 'failed', reason: 'timeout', code: '' }), timeoutMs);
    const abort = () => end({ kind: 'aborted' });
    signal.addEventListener('abort', abort, { once: true });
    socket.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(outcome ?? { kind: 'failed', reason: 'refused', code: '' });
    });
  });
}
