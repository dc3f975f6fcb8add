import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { factsOf, publicKeyOf } from '#main/x509/certificates/facts.ts';
import { pemKind, readPemBlocks } from '#main/x509/certificates/pem.ts';
import { type ExportProof, isConclusive } from '#shared/domain/exportProof.ts';
import { handshake } from './handshake.ts';
import { judgeServing, type ServingProblem } from './judgeServing.ts';
import { type Prover, servingsOf } from './prover.ts';
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
  if (![material.leaf, ...material.chain, ...texts].every(isSafeToServe))
    return notProven({ reason: 'keyKind' });
  const [leaf, ...fetched] = [material.leaf, ...material.chain].map((pem) => new X509Certificate(pem));
  if (leaf === undefined) throw new Error('Material without a leaf');
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
    const found = judgeServing({ leaf, above: served.above, fetched, servername }, judgedBy);
    if (found !== null && isConclusive(found.reason)) return notProven(found);
    problem ??= found;
    protocol = served.tlsVersion;
  }
  if (servername === null) return notProven({ reason: 'noName' });
  if (problem !== null) return notProven(problem);
  const mustStaple = factsOf(leaf).mustStaple === true;
  return { kind: 'proven', servername, protocol, ...(mustStaple ? { mustStaple } : {}) };
};

/**
 * Node's client converts every received certificate to its legacy form, which crashes the process for unsupported key types.
 * Such files are never served. Unreadable ones are left to the server, which rejects them.
 */
function isSafeToServe(pem: string): boolean {
  const blocks = readPemBlocks(pem);
  return (blocks.ok ? blocks.value : []).every((block) => {
    if (pemKind(block) !== 'certificate') return true;
    try {
      return publicKeyOf(new X509Certificate(Buffer.from(block.base64, 'base64'))) !== null;
    } catch {
      return true;
    }
  });
}

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
