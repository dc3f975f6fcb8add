import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { Finding } from '#shared/domain/finding.ts';

/** What the inspection of fetched material found. Holds no key. */
export interface Inspection {
  readonly leaf: CertificateFacts;
  readonly leafPem: string;
  /** Above the leaf, by issuer, without duplicates and strangers. */
  readonly chain: readonly CertificateFacts[];
  /** PEM blocks of `chain`, in the same order; canonical line ends. */
  readonly chainPem: readonly string[];
  /** Without `serviceDisagrees`, which needs the other orders of the connection. */
  readonly findings: readonly Finding[];
}
