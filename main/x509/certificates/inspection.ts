import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { Finding } from '#shared/domain/finding.ts';

/** Result of inspecting fetched material, without the key. */
export interface Inspection {
  readonly leaf: CertificateFacts;
  readonly leafPem: string;
  /** From the leaf's issuer up, without duplicates and unrelated certificates. */
  readonly chain: readonly CertificateFacts[];
  /** PEM blocks of `chain` in the same order, with canonical line ends. */
  readonly chainPem: readonly string[];
  /** All findings except `serviceDisagrees`, which needs the other orders of the connection. */
  readonly findings: readonly Finding[];
}
