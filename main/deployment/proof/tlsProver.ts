import type { X509Certificate } from 'node:crypto';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { codeOf } from '#main/platform/errors.ts';
import { beginTls, type ServedChain, signatureAlgorithms } from '#main/platform/tlsClient.ts';
import { certificatesIn } from '#main/x509/certificates/certificatesIn.ts';
import { refusalsOf } from '#main/x509/certificates/clientRefusals.ts';
import { coversName } from '#main/x509/certificates/coversName.ts';
import { factsOf, publicKeyOf } from '#main/x509/certificates/facts.ts';
import { issuerNotTrusted, judgeChain } from '#main/x509/certificates/judgeChain.ts';
import type { JudgeOptions } from '#main/x509/certificates/judgeMaterial.ts';
import { type ChainFault, isDamage } from '#shared/domain/chainFault.ts';
import { type ExportProof, isConclusive, type ProofFailure } from '#shared/domain/exportProof.ts';
import type { ClientRefusal } from '#shared/domain/finding.ts';
import { type Prover, type Serving, servingsOf } from './prover.ts';
import { readableFile } from './readableFile.ts';

const handshakeMs = 5_000;

/**
 * Proves files with a TLS server that loads them and a client, whose chain is judged: the key matches the leaf, the chain
 * leads to a trusted root, and the name is valid. TLS opens PKCS#12 with another reader than the check after the write.
 */
export const proveByTls: Prover = async (request, signal) => {
  const files = request.files.map((file) => readableFile(file, request.passphrase));
  try {
    return await proveReadable({ ...request, files }, signal);
  } finally {
    // Converted files are copies of the key.
    for (const { content } of files)
      if (!request.files.some((file) => file.content === content)) content.fill(0);
  }
};

const proveReadable: Prover = async ({ files, passphrase, material, judgedBy }, signal) => {
  if (!files.some(({ parts }) => parts.includes('key'))) return { kind: 'notTried', reason: 'noKey' };
  const servings = servingsOf(files, passphrase);
  if (servings.length === 0) return { kind: 'notTried', reason: 'noLeaf' };
  const texts = files.flatMap(({ format, content }) =>
    format === 'pem' ? Buffer.from(content).toString('latin1') : [],
  );
  // The files have the certificates of the material, so each is parsed only once.
  const parsed = new Map<string, X509Certificate>();
  const read = (pems: readonly string[]) => pems.flatMap((pem) => [...certificatesIn(pem, parsed)]);
  const [leaf, ...fetched] = read([material.leaf, ...material.chain]);
  if (leaf === undefined) throw new Error('Material without a leaf');
  // Node's client converts every received certificate to its legacy form, which crashes the process for unsupported key
  // types. Such files are never served. Unreadable ones are left to the server, which rejects them.
  const isUnsafe = (certificate: X509Certificate) => publicKeyOf(certificate) === null;
  if ([leaf, ...fetched, ...read(texts)].some(isUnsafe)) return notProven({ reason: 'keyKind' });
  const known = new Map(fetched.map((certificate) => [certificate.fingerprint256, certificate]));
  const servername = proofName(factsOf(leaf).subjectAltNames);
  let protocol = '';
  let problem: ServingProblem | null = null;
  for (const serving of servings) {
    const outcome = await handshake({ serving, servername, signal, timeoutMs: handshakeMs });
    if (outcome.kind === 'aborted') return { kind: 'notTried', reason: 'cancelled' };
    if (outcome.kind === 'noLoopback') return { kind: 'notTried', reason: 'noLoopback' };
    if (outcome.kind === 'failed') return notProven(outcome);
    const { served } = outcome;
    if (served.leaf.fingerprint256 !== leaf.fingerprint256) return notProven({ reason: 'otherLeaf' });
    // The same leaf each time: the chain of one serving can be worse than that of another.
    const above = served.above.map((certificate) => known.get(certificate.fingerprint256) ?? certificate);
    const found = judgeServing({ leaf, above, fetched, servername }, judgedBy);
    if (found !== null && isConclusive(found.reason)) return notProven(found);
    problem ??= found;
    protocol = served.tlsVersion;
  }
  if (servername === null) return notProven({ reason: 'noName' });
  if (problem !== null) return notProven(problem);
  const mustStaple = factsOf(leaf).mustStaple === true;
  return { kind: 'proven', servername, protocol, ...(mustStaple ? { mustStaple } : {}) };
};

function notProven({
  reason,
  code = '',
  refusals = [],
}: Pick<ServingProblem, 'reason'> & Partial<ServingProblem>): ExportProof {
  return { kind: 'notProven', reason, code, ...(refusals.length > 0 ? { refusals } : {}) };
}

const dnsName = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/iu;
/** Replaces a wildcard's star; the name is never resolved. */
const madeUpLabel = 'www';

/**
 * A name for a client to connect by: the certificate's first DNS name, a made-up host for a wildcard (RFC 9525, section
 * 6.3), or its first IP address. `null`: it has none.
 */
export function proofName(subjectAltNames: readonly string[]): string | null {
  const names = subjectAltNames.filter((name) => isIP(name) === 0 && dnsName.test(name));
  const name = names.find((candidate) => !candidate.startsWith('*.')) ?? names[0];
  if (name === undefined) return subjectAltNames.find((address) => isIP(address) !== 0) ?? null;
  return name.replace(/^\*/u, madeUpLabel);
}

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

/** What a server sent from written files, and what these were made from. */
interface ServedFiles {
  readonly leaf: X509Certificate;
  /** What the server sent besides the leaf. */
  readonly above: readonly X509Certificate[];
  /** The chain of the material, without its root. */
  readonly fetched: readonly X509Certificate[];
  /** `null`: the leaf names no host. */
  readonly servername: string | null;
}

/** Why files are not proven. `code`: OpenSSL's name, or empty. */
interface ServingProblem {
  readonly reason: ProofFailure;
  readonly code: string;
  /** Of `clients`: what the others refuse, while OpenSSL's rules accept it. */
  readonly refusals?: readonly ClientRefusal[];
}

/**
 * Judges what a server sent, like an order's chain; `null`: clients accept it. First comes what speaks against the files;
 * then an unknown root and faults of the fetched certificate, which the user has reviewed.
 */
function judgeServing(
  { leaf, above, fetched, servername }: ServedFiles,
  { now, anchors }: JudgeOptions,
): ServingProblem | null {
  const served = judgeChain(leaf, above, anchors, now);
  const outOfTime = timeProblem(leaf, served.faults, now);
  if (outOfTime !== null) return outOfTime;
  if (servername !== null && !coversName(leaf, servername))
    return { reason: 'name', code: 'ERR_TLS_CERT_ALTNAME_INVALID' };
  const isAsFetched = above.length === fetched.length && above.every((one, at) => one === fetched[at]);
  const known = isAsFetched ? served : judgeChain(leaf, fetched, anchors, now);
  const issuer = issuerNotTrusted(served);
  const code = trustCode(served.trust);
  const isWorse = issuer !== null && issuer !== issuerNotTrusted(known);
  const knownKinds = new Set(known.faults.map(({ kind }) => kind));
  if (isWorse || served.faults.some((fault) => isDamage(fault) || !knownKinds.has(fault.kind)))
    return { reason: 'chain', code };
  if (issuer !== null) return { reason: 'noRoot', code };
  if (served.faults.length > 0) return { reason: 'clients', code };
  const refusals = refusalsOf(leaf, served);
  return refusals.length > 0 ? { reason: 'clients', code, refusals } : null;
}

/** An expired or not yet valid certificate, which clients refuse under any root. */
function timeProblem(
  leaf: X509Certificate,
  faults: readonly ChainFault[],
  now: number,
): ServingProblem | null {
  const { notBefore, notAfter } = factsOf(leaf);
  const has = (kind: ChainFault['kind']) => faults.some((fault) => fault.kind === kind);
  if (now > notAfter || has('chainCertificateExpired'))
    return { reason: 'expired', code: 'CERT_HAS_EXPIRED' };
  if (now < notBefore || has('chainCertificateNotYetValid'))
    return { reason: 'notYetValid', code: 'CERT_NOT_YET_VALID' };
  return null;
}

function trustCode(trust: ReturnType<typeof judgeChain>['trust']): string {
  if (trust === null) return '';
  return trust.kind === 'notTrusted' ? trust.code : 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY';
}
