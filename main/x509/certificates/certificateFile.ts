import { X509Certificate } from 'node:crypto';
import { decodeText, encodingOf } from '#main/platform/decodeText.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { certificatesInPkcs7, containerOf } from './containers.ts';
import { CERTIFICATE_MAX_BYTES, isCertificateLabel, readPemBlocks, writtenBlocks } from './pem.ts';

/** Why a file has no certificates to read. */
export type CertificateFileProblem = Extract<
  InputReason,
  'empty' | 'notACertificate' | 'keyInPlaceOfCertificate' | 'pkcs12' | 'damagedCertificate' | 'tooMany'
>;

/** In DER, which may still be damaged. */
type Found = Result<readonly Buffer[], CertificateFileProblem>;

/**
 * The certificates of a file that a person chose, in its order: PEM with any line ends or in one line, PKCS#7 as PEM, the
 * base64 of DER, all of these in UTF-8 or UTF-16; or DER or PKCS#7 in binary. Keys and other blocks are left out.
 * @param most certificates
 */
export function certificatesInFile(content: Buffer, most: number): Found {
  const text = pemText(content);
  if (text.trim() === '') return err('empty');
  if (text.includes('-----BEGIN ')) return certificatesInPem(text, most);
  const base64 = text.replaceAll(/\s+/gu, '');
  return certificatesInDer(BASE64_OF_DER.test(base64) ? Buffer.from(base64, 'base64') : content, most);
}

/** The text of a file with PEM, whose other parts may be in any encoding. */
export function pemText(content: Buffer): string {
  const text = encodingOf(content) === 'utf-8' ? null : decodeText(content);
  return text ?? content.toString('latin1').replace(/^\u00ef\u00bb\u00bf/u, '');
}

const SEQUENCE = 0x30;

/** A SEQUENCE of more than 255 bytes. */
const BASE64_OF_DER = /^MI[IJKL][A-Za-z0-9+/]+={0,2}$/u;
const BEGIN = /-----BEGIN (?:X509 )?CERTIFICATE-----/gu;
const WRITTEN_LINE_END = /(?:\\r)?\\n/gu;

function certificatesInPem(given: string, most: number): Found {
  const text = given.includes('\\n') ? given.replace(WRITTEN_LINE_END, '\n') : given;
  const isPkcs7 = (label: string) => label === 'PKCS7' || label === 'CMS';
  const begun = countBeginnings(text, most);
  if (begun > most) return err('tooMany');
  const blocks = writtenBlocks(text, (label) => isCertificateLabel(label) || isPkcs7(label));
  const isWhole = blocks.filter((block) => block.search(BEGIN) === 0).length === begun;
  if (!isWhole) return err('damagedCertificate');
  const found: Buffer[] = [];
  for (const block of blocks) {
    const der = derOfBlock(block);
    if (der === null) return err('damagedCertificate');
    const certificates = containerOf(der) === 'pkcs7' ? certificatesInPkcs7(der, most) : [der];
    if (certificates === null) return err('damagedCertificate');
    found.push(...certificates);
    if (found.length > most) return err('tooMany');
  }
  if (found.length > 0) return ok(found);
  return err(
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/u.test(text) ? 'keyInPlaceOfCertificate' : 'notACertificate',
  );
}

/** How many certificates begin in a text, counted up to one more than `most`. */
function countBeginnings(text: string, most: number): number {
  let count = 0;
  for (const _ of text.matchAll(BEGIN)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

function derOfBlock(block: string): Buffer | null {
  const read = readPemBlocks(block);
  const [only] = read.ok ? read.value : [];
  return only === undefined ? null : Buffer.from(only.base64, 'base64');
}

function certificatesInDer(content: Buffer, most: number): Found {
  switch (containerOf(content)) {
    case 'pkcs12':
      return err('pkcs12');
    case 'pkcs7': {
      const certificates = certificatesInPkcs7(content, most);
      return certificates === null ? err('damagedCertificate') : someOf(certificates);
    }
    default:
      return isCertificate(content) ? ok([content]) : err('notACertificate');
  }
}

/** Whether bytes without a label are a certificate, and not a request, a revocation list or a key. */
function isCertificate(der: Buffer): boolean {
  if (der.length > CERTIFICATE_MAX_BYTES || der[0] !== SEQUENCE) return false;
  try {
    return new X509Certificate(der).raw.length === der.length;
  } catch {
    return false;
  }
}

function someOf(certificates: readonly Buffer[]): Found {
  return certificates.length === 0 ? err('notACertificate') : ok(certificates);
}
