import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { factsOf, publicKeyOf } from '#main/x509/certificates/facts.ts';
import { certificatesIn } from '#main/x509/certificates/pem.ts';
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
