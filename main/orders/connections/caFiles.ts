import { X509Certificate } from 'node:crypto';
import { basename } from 'node:path';
import { readAtMost } from '#main/platform/descriptors.ts';
import { codeOf, fileReasonOf } from '#main/platform/errors.ts';
import { sha256Hex } from '#main/platform/sha256.ts';
import { nextSlice } from '#main/platform/slices.ts';
import { CERTIFICATE_MAX_BYTES, isCertificateLabel, writtenBlocks } from '#main/x509/certificates/pem.ts';
import type { InputReason } from '#shared/errors.ts';
import type { ChosenCaFile } from '#shared/ipc/answers.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { Connection } from './connection.ts';

/** The extra CA of a draft: one chosen in this session, none, or that of its connection. */
export type CaChoice = { readonly kind: 'chosen'; readonly id: string } | { readonly kind: 'none' | 'keep' };

type Ca = NonNullable<Connection['ca']>;

/** Maximum number of files kept; the oldest are dropped first. */
const MAX_CHOSEN = 20;

/** CA files chosen in this session, by id: the renderer never names a path. */
export class CaFiles {
  readonly #choosePath: () => Promise<string | null>;
  readonly #newId: () => string;
  readonly #chosen = new Map<string, Ca>();

  /** @param choosePath lets the user choose a file in the native dialog; `null`: the dialog was closed */
  constructor(choosePath: () => Promise<string | null>, newId: () => string) {
    this.#choosePath = choosePath;
    this.#newId = newId;
  }

  /** Shows the dialog and reads the file; `null` if the dialog was closed. Errors as `readCaFile`. */
  async choose(): Promise<Result<ChosenCaFile | null>> {
    const path = await this.#choosePath();
    return path === null ? ok(null) : this.keep(await readCaFile(path));
  }

  /** Keeps a file that was read. */
  keep(ca: Result<Ca>): Result<ChosenCaFile> {
    if (!ca.ok) return ca;
    const id = this.#newId();
    this.#chosen.set(id, ca.value);
    for (const old of [...this.#chosen.keys()].slice(0, -MAX_CHOSEN)) this.#chosen.delete(old);
    const { fileName, pem } = ca.value;
    return ok({ id, fileName, certificates: countCertificates(pem) });
  }

  /** The CA of a draft of this connection (`null`: a new one). Error: `unknownId` for a file not chosen before. */
  resolve(choice: CaChoice, connection: Connection | null): Result<Connection['ca']> {
    if (choice.kind !== 'chosen') return ok(choice.kind === 'keep' ? (connection?.ca ?? null) : null);
    const ca = this.#chosen.get(choice.id);
    return ca === undefined ? err({ kind: 'unknownId' }) : ok(ca);
  }
}

/** The bundle of all public CAs has about 230 KiB. */
const MAX_CA_FILE_BYTES = 1024 * 1024;

/** More than any bundle has: that of all public CAs has some 150. */
export const CA_CERTIFICATES_MAX = 500;
/** How many certificates without the CA flag are looked at: a server that signed itself has one. */
const SELF_SIGNED_MAX = 20;

/**
 * Reads a file of extra CA certificates, up to 1 MiB, in any form that `certificatesInFile` knows. At least one certificate
 * must be able to sign others or be self-signed (a server without a CA). Only certificates are read: a key in the file is
 * ignored. Errors: `invalidInput` for `caFile` (`tooLong`, and as of `caOf`), `fileSystem`.
 */
export async function readCaFile(path: string): Promise<Result<Ca>> {
  const fileName = basename(path);
  try {
    return await caFileOf(await readAtMost(path, MAX_CA_FILE_BYTES + 1), fileName);
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    return err({ kind: 'fileSystem', reason: fileReasonOf(code), code, name: fileName });
  }
}

/** The CA of a file that was read. Errors as `readCaFile`. */
export async function caFileOf(content: Buffer, fileName: string): Promise<Result<Ca>> {
  return content.length > MAX_CA_FILE_BYTES ? refused('tooLong') : await caOf(content, fileName);
}

/**
 * The CA of a file with this content, read in slices. Error: `invalidInput` for `caFile`: a `CertificateFileProblem`, or
 * `notAnAuthority`.
 */
export async function caOf(content: Buffer, fileName: string): Promise<Result<Ca>> {
  // Loaded lazily, because files are chosen seldom.
  const { certificatesInFile } = await import('#main/x509/certificates/certificateFile.ts');
  const found = certificatesInFile(content, CA_CERTIFICATES_MAX);
  if (!found.ok) return refused(found.error);
  const pems: string[] = [];
  let isUsable = false;
  for (const der of found.value) {
    await nextSlice();
    const certificate = parseCertificate(der);
    if (certificate === null) return refused('damagedCertificate');
    isUsable ||= certificate.ca || (pems.length < SELF_SIGNED_MAX && isSelfSigned(certificate));
    pems.push(certificate.toString());
  }
  return isUsable ? ok({ fileName, pem: pems.join('') }) : refused('notAnAuthority');
}

function refused(reason: InputReason): Result<never> {
  return err({ kind: 'invalidInput', field: 'caFile', reason });
}

/** The certificates of a CA in PEM, one text each. */
export function certificatesOf(pem: string): readonly string[] {
  return writtenBlocks(pem, isCertificateLabel);
}

/** The SHA-256 fingerprints of a CA, such as `AB:CD:…`, one for each certificate. */
export function fingerprintsOf(pem: string): readonly string[] {
  return certificatesOf(pem).map(fingerprintOf);
}

/** The SHA-256 fingerprint of a valid certificate in PEM. It is not parsed, which takes ten times as long. */
export function fingerprintOf(pem: string): string {
  const digest = sha256Hex(Buffer.from(pem.replaceAll(/-----[^-]*-----/gu, ''), 'base64'));
  return digest.toUpperCase().replaceAll(/..(?!$)/gu, '$&:');
}

export function countCertificates(pem: string): number {
  return certificatesOf(pem).length;
}

/** @returns `null`: it is none, or longer than any server can send */
function parseCertificate(der: Buffer): X509Certificate | null {
  if (der.length > CERTIFICATE_MAX_BYTES) return null;
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);
}
