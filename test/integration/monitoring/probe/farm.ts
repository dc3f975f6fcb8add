import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import {
  type AddressOutcome,
  type AddressPorts,
  type AddressRequest,
  probeAddress,
  probeLimits,
} from '#main/monitoring/probe/probeAddress.ts';
import { ServedLeaves } from '#main/monitoring/probe/servedLeaves.ts';
import { systemClock, systemScheduler } from '#main/platform/time.ts';
import { createTrustAnchors, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import { CertificateAuthority, type IssuerKind } from '#test/service/certificateAuthority.ts';
import { type KeyKind, KeyPool, type LeafKeyPair, privateKeyPem } from '#test/service/keyPool.ts';

const day = 86_400_000;
const keys = new KeyPool();

/** The authority of the farm, which its probes trust, and an untrusted one. */
export const authority = await CertificateAuthority.create(Date.now());
export const foreignAuthority = await CertificateAuthority.create(Date.now());

export const anchors: TrustAnchors = createTrustAnchors([authority.rootPem]);

/** BoringSSL does not offer Ed25519 by default. */
const sigalgs =
  'ed25519:ecdsa_secp256r1_sha256:ecdsa_secp384r1_sha384:rsa_pss_rsae_sha256:rsa_pkcs1_sha256:rsa_pkcs1_sha1';

export interface LeafWishes {
  readonly kind?: KeyKind;
  /** Instead of a fresh one of this kind. */
  readonly pair?: LeafKeyPair;
  readonly names?: [string, ...string[]];
  readonly issuer?: IssuerKind;
  readonly by?: CertificateAuthority;
  /** Days from now. */
  readonly until?: number;
  readonly mustStaple?: boolean;
}

/** The certificates and the key of a server: PEM. */
export interface FarmLeaf {
  readonly key: string;
  readonly leaf: string;
  /** The intermediate. */
  readonly chain: string;
}

/** A fresh leaf for shop.example. */
export async function leafOf(wishes: LeafWishes = {}): Promise<FarmLeaf> {
  const { kind = 'p256', names = ['shop.example'], issuer = 'ecdsa', by = authority, until = 30 } = wishes;
  const { mustStaple = false } = wishes;
  const pair = wishes.pair ?? (await keys.fresh(kind));
  const { leafPem, chainPem } = await by.issueLeaf({
    names,
    publicKey: pair.publicKey,
    issuer,
    mustStaple,
    notBefore: new Date(Date.now() - 60 * day),
    notAfter: new Date(Date.now() + until * day),
  });
  return { key: privateKeyPem(pair, 'pkcs8'), leaf: leafPem, chain: chainPem };
}

/** The options of a TLS server. */
export function servingOf({ key, leaf, chain }: FarmLeaf): Pick<TlsOptions, 'key' | 'cert'> {
  return { key, cert: leaf + chain };
}

export interface FarmServer {
  readonly port: number;
  /** Clients' plain bytes after the handshake, and their errors. */
  readonly heard: string[];
  /** The current and the maximum number of open connections. */
  readonly open: () => number;
  readonly most: () => number;
}

export interface Place {
  readonly host?: string;
  readonly port?: number;
}

/** Serves TLS until the end of the test. @param staple the OCSP response that it sends; `null`: none */
export async function serveTls(
  options: TlsOptions,
  place: Place = {},
  staple: Buffer | null = null,
): Promise<FarmServer> {
  const heard: string[] = [];
  const server = createTlsServer({ sigalgs, ...options });
  server.on('tlsClientError', (error: NodeJS.ErrnoException) => heard.push(error.code ?? error.message));
  server.on('secureConnection', (socket: TLSSocket) => {
    socket.on('error', (error: NodeJS.ErrnoException) => heard.push(error.code ?? error.message));
    socket.on('data', (data) => heard.push(data.toString('latin1')));
    socket.on('end', () => heard.push('end'));
  });
  if (staple !== null)
    server.on('OCSPRequest', (_leaf, _issuer, respond: (error: null, response: Buffer) => void) =>
      respond(null, staple),
    );
  return await listen(server, heard, place);
}

/** Serves connections with `talk` until the end of the test. */
export async function servePlain(talk: (socket: Socket) => void, place: Place = {}): Promise<FarmServer> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  return await listen(server, [], place);
}

async function listen(server: Server, heard: string[], { host = '127.0.0.1', port = 0 }: Place) {
  const sockets = new Set<Socket>();
  let most = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen({ host, port }), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address() as AddressInfo;
  return { port: address.port, heard, open: () => sockets.size, most: () => most };
}

/** Probes one address like the app, with other limits. */
export function probe(
  request: Pick<AddressRequest, 'port'> & Partial<AddressRequest>,
  ports: Partial<AddressPorts> = {},
): Promise<AddressOutcome> {
  const { signal } = new AbortController();
  return probeAddress(
    { address: '127.0.0.1', protocol: 'tls', name: 'shop.example', key: null, anchors, signal, ...request },
    { scheduler: systemScheduler, leaves: new ServedLeaves(systemClock), limits: probeLimits, ...ports },
  );
}

/** The findings of an outcome, or its error. */
export function resultOf(outcome: AddressOutcome): unknown {
  return outcome.kind === 'served' ? outcome.leaf.findings : outcome.error;
}
