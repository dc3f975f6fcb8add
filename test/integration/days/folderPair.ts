import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CERTIFICATES = /^-----BEGIN CERTIFICATE-----$/mu;
const KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[^-]+-----END (?:[A-Z]+ )?PRIVATE KEY-----/u;

/** A file of a folder with what PEM it has: its first key, and its certificates from the first one on. */
export interface PemFile {
  readonly name: string;
  readonly text: string;
  readonly key: string | null;
  /** `null`: it has none. */
  readonly certificates: string | null;
}

/** What a server needs to speak TLS. */
export interface ServedPair {
  readonly key: string;
  readonly cert: string;
}

/** The visible files of a folder. */
export function pemFilesIn(folder: string): readonly PemFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const hasCertificates = CERTIFICATES.test(text);
      return {
        name,
        text,
        key: KEY.exec(text)?.[0] ?? null,
        certificates: hasCertificates ? text.slice(text.indexOf('-----BEGIN CERT')) : null,
      };
    });
}

/** The fingerprint of the leaf that a text of certificates begins with, as the app has it. */
export function fingerprintOf(certificates: string): string {
  const { fingerprint256 } = new X509Certificate(certificates);
  return fingerprint256.replaceAll(':', '').toLowerCase();
}

/** A key of the folder with the longest text of its certificate and chain; `null`: a server would refuse to start with it. */
export function pairIn(folder: string): ServedPair | null {
  const files = pemFilesIn(folder);
  for (const { key } of files) {
    if (key === null) continue;
    const own = createPrivateKey(key);
    const [cert] = files
      .flatMap(({ certificates }) =>
        certificates !== null && new X509Certificate(certificates).checkPrivateKey(own) ? [certificates] : [],
      )
      .toSorted((one, other) => other.length - one.length);
    if (cert !== undefined) return { key, cert };
  }
  return null;
}
