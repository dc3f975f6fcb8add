import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import { isSelfIssued } from '#main/x509/certificates/chain.ts';
import { factsOf, publicKeyOf } from '#main/x509/certificates/facts.ts';
import { certificatePem, pemKind, readPemBlocks } from '#main/x509/certificates/pem.ts';
import { anchorOf, type TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { ExportProof, ProofFailure } from '#shared/domain/export.ts';
import { handshake } from './handshake.ts';
import type { Prover } from './prover.ts';
import { servingsOf } from './servings.ts';

/** How long one connection may take, in milliseconds. */
const handshakeMs = 5_000;

/**
 * Proves files by a TLS server that is given them and a client that trusts the root alone: the key belongs to the
 * leaf, the chain leads to the root, and the leaf is for its name. PKCS#12 is opened by TLS itself, which is another
 * reader than the one that checked it when it was written.
 */
export const proveByTls: Prover = async ({ files, passphrase, material, trusted }, signal) => {
  if (!files.some(({ parts }) => parts.includes('key'))) return { kind: 'notTried', reason: 'noKey' };
  const servings = servingsOf(files, passphrase);
  if (servings.length === 0) return { kind: 'notTried', reason: 'noLeaf' };
  if (trusted === null) return notProven('noRoot');
  const leaf = new X509Certificate(material.leaf);
  const texts = files.flatMap(({ format, content }) =>
    format === 'pem' ? Buffer.from(content).toString('latin1') : [],
  );
  if (![material.leaf, ...material.chain, trusted, ...texts].every(isSafeToServe))
    return notProven('keyKind');
  const servername = proofName(factsOf(leaf).subjectAltNames);
  let protocol = '';
  for (const serving of servings) {
    const outcome = await handshake({ serving, root: trusted, servername, signal, timeoutMs: handshakeMs });
    if (outcome.kind === 'aborted') return { kind: 'notTried', reason: 'cancelled' };
    if (outcome.kind === 'noLoopback') return { kind: 'notTried', reason: 'noLoopback' };
    if (outcome.kind === 'failed') return notProven(outcome.reason, outcome.code);
    if (outcome.leaf?.fingerprint256 !== leaf.fingerprint256) return notProven('otherLeaf');
    protocol = outcome.protocol;
  }
  return servername === null ? notProven('noName') : { kind: 'proven', servername, protocol };
};

/**
 * Node's client puts every certificate that a server sends into its old form, and with a key of a kind that the
 * runtime does not know that ends the whole process: such a file is never served. What cannot be read at all is left
 * to the server, which refuses it.
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

function notProven(reason: ProofFailure, code = ''): ExportProof {
  return { kind: 'notProven', reason, code };
}

const dnsName = /^(?:\*\.)?[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/iu;
/** What stands in the place of a wildcard's star; the name is never looked up. */
const madeUpLabel = 'www';

/**
 * A name by which a client can connect to the holder of a certificate: its first DNS name, a made-up one below a
 * wildcard (RFC 9525, section 6.3), else its first IP address. `null`: it has neither.
 */
export function proofName(subjectAltNames: readonly string[]): string | null {
  const names = subjectAltNames.filter((name) => isIP(name) === 0 && dnsName.test(name));
  const name = names.find((candidate) => !candidate.startsWith('*.')) ?? names[0];
  if (name === undefined) return subjectAltNames.find((address) => isIP(address) !== 0) ?? null;
  return name.replace(/^\*/u, madeUpLabel);
}

/**
 * What a client trusts that is to be convinced by a bundle: the root of the material, else the trusted certificate
 * that its chain leads to, the longest way first. A leaf that signed itself is its own root.
 * @returns PEM, or `null` when the chain leads to none that is known
 */
export function trustedRoot(
  { leaf, chain, root }: Pick<BundlePem, 'leaf' | 'chain' | 'root'>,
  anchors: Pick<TrustAnchors, 'anchorsOf'>,
): string | null {
  if (root !== null) return root;
  const certificates = [leaf, ...chain].map((pem) => new X509Certificate(pem));
  for (const certificate of certificates.toReversed()) {
    if (isSelfIssued(certificate)) return certificatePem(certificate);
    const anchor = anchorOf(certificate, anchors);
    if (anchor !== null) return certificatePem(anchor);
  }
  return null;
}
