import { createPrivateKey, X509Certificate } from 'node:crypto';
import { certificatePem } from '#main/x509/certificates/pem.ts';
import { readPkcs7 } from '#main/x509/pkcs12/pkcs7.ts';
import type { PresetFormat } from '#shared/domain/preset.ts';
import { readKubernetesSecret } from '../export/kubernetesSecret.ts';
import type { ProofFile } from './prover.ts';

type Reader = (file: ProofFile, passphrase: string) => string | null;

/** Readers of the formats that a TLS server does not read. */
const readers: Readonly<Partial<Record<PresetFormat, Reader>>> = {
  pkcs8: ({ content }, passphrase) => keyPem({ key: Buffer.from(content), passphrase }),
  der: ({ content, parts }) =>
    parts.includes('key')
      ? keyPem({ key: Buffer.from(content), format: 'der', type: 'pkcs8' })
      : certificatePem(new X509Certificate(content)),
  pkcs7: ({ content }) => readPkcs7(content).map(certificatePem).join(''),
  kubernetes: ({ content }) => {
    const secret = readKubernetesSecret(Buffer.from(content).toString('latin1'));
    return secret && secret.key + secret.certificates;
  },
};

function keyPem(key: Parameters<typeof createPrivateKey>[0]): string {
  return createPrivateKey(key).export({ type: 'pkcs8', format: 'pem' }) as string;
}

/**
 * A written file as a TLS server reads it: PEM or PKCS#12. What cannot be read is left as it is, so that the server refuses it.
 * @param passphrase of the encrypted files
 */
export function readableFile(file: ProofFile, passphrase: string): ProofFile {
  try {
    const text = readers[file.format]?.(file, passphrase) ?? null;
    return text === null ? file : { ...file, format: 'pem', content: Buffer.from(text) };
  } catch {
    return { ...file, format: 'pem' };
  }
}
