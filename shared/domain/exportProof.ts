import type { ClientRefusal } from './finding.ts';

/** The proof of written files: a TLS server on this computer loads them, and a client connects to it. */
export type ExportProof =
  | {
      readonly kind: 'proven';
      /** The DNS name or IP address that the client used; for a wildcard, a made-up host. */
      readonly servername: string;
      /** Of TLS, as Node names it: `TLSv1.3`. */
      readonly protocol: string;
      /** Servers have to staple an OCSP response with it, which only they can do. */
      readonly mustStaple?: true;
    }
  | {
      readonly kind: 'notProven';
      readonly reason: ProofFailure;
      /** Of the system or TLS, such as `CERT_HAS_EXPIRED`, or empty. */
      readonly code: string;
      /** Of `clients`: OpenSSL's rules accept the certificate, and these clients refuse it. Left out: there are none. */
      readonly refusals?: readonly ClientRefusal[];
    }
  | {
      readonly kind: 'notTried';
      readonly reason: 'noKey' | 'noLeaf' | 'cancelled' | 'noLoopback';
    };

export type ProofFailure =
  | 'unreadable'
  /** The server rejects the files: they are damaged, or the key doesn't match. */
  | 'refused'
  | 'otherLeaf'
  | 'noRoot'
  /** Clients refuse the chain of the files, and the fetched one is better or damaged. */
  | 'chain'
  /** Some clients refuse the certificate itself, which the user has reviewed. Key and chain are fine. */
  | 'clients'
  | 'expired'
  | 'notYetValid'
  /** The certificate isn't valid for the name that the client used. */
  | 'name'
  /** Key and chain are fine, but the certificate has no name that a client could use. */
  | 'noName'
  | 'keyKind'
  | 'timeout';

/** Failures that say nothing about the files. */
const inconclusive: ReadonlySet<ProofFailure> = new Set(['noRoot', 'clients', 'keyKind', 'timeout']);

/** Whether a failure says that servers or clients would reject the files. */
export function isConclusive(reason: ProofFailure): boolean {
  return !inconclusive.has(reason);
}

/** Whether servers or clients would reject the files: an export by command line then fails, and reload commands don't run. */
export function speaksAgainstFiles(proof: ExportProof): boolean {
  return proof.kind === 'notProven' && isConclusive(proof.reason);
}
