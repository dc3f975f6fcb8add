import { createPrivateKey, X509Certificate } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createSecureContext } from 'node:tls';
import { readOpened } from '#main/platform/descriptors.ts';
import type { Disposable } from '#main/platform/disposable.ts';
import { fileReasonOf, systemCode } from '#main/platform/errors.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { certificatePem, MAX_PEM_BLOCKS, writtenBlocks } from '#main/x509/certificates/pem.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import type { AppError, FileReason, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Full paths of the listener's PEM files; both may be the same file. */
export type TlsFiles = NonNullable<ReceiverConfig['tls']>;

/** A certificate with its chain, and its private key, PEM. Do not keep it. */
export interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** Why the files cannot be used, with the name of the bad one. */
interface TlsFault {
  readonly error: AppError;
  readonly fileName: string;
}

/** A chain and a key have a few KiB. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Clients older than TLS 1.2 are refused (RFC 8996). */
export const MIN_TLS_VERSION = 'TLSv1.2';

/** PKCS#8, PKCS#1 and SEC1. Encrypted keys too, which are refused when they are parsed. */
const isKeyLabel = (label: string) => /^(?:[A-Z]+ )?PRIVATE KEY$/u.test(label);

/**
 * Reads the two files and checks that they can be used for a TLS server: certificates, the leaf first, and its private
 * key without a passphrase. Either file may contain more, such as the content of the other.
 * Errors: `invalidInput` of `tlsFile` (a `CertificateFileProblem`, `malformed` for the key, `keyMismatch`, `tooLong`),
 * `fileSystem`.
 */
export async function readTlsFiles(files: TlsFiles): Promise<Result<TlsPair, TlsFault>> {
  const certificateFile = await readContent(files.certificateFile);
  if (!certificateFile.ok) return certificateFile;
  const keyFile = await readContent(files.keyFile);
  if (!keyFile.ok) return keyFile;
  const { certificatesInFile, pemText } = await import('#main/x509/certificates/certificateFile.ts');
  const found = certificatesInFile(certificateFile.value, MAX_PEM_BLOCKS);
  if (!found.ok) return invalid(files.certificateFile, found.error);
  const certificates = found.value.flatMap((der) => tryTo(() => new X509Certificate(der)) ?? []);
  const [leaf] = certificates;
  if (certificates.length < found.value.length) return invalid(files.certificateFile, 'damagedCertificate');
  const [keyPem] = writtenBlocks(pemText(keyFile.value), isKeyLabel);
  for (const { value } of [certificateFile, keyFile]) value.fill(0);
  const key = keyPem === undefined ? null : tryTo(() => createPrivateKey(keyPem));
  if (keyPem === undefined || key === null) return invalid(files.keyFile, 'malformed');
  if (leaf?.checkPrivateKey(key) !== true) return invalid(files.keyFile, 'keyMismatch');
  const pair: TlsPair = { cert: certificates.map(certificatePem).join(''), key: `${keyPem}\n` };
  // OpenSSL's TLS supports fewer key types than its other functions.
  const context = tryTo(() => createSecureContext({ ...pair, minVersion: MIN_TLS_VERSION }));
  return context === null ? invalid(files.certificateFile, 'notACertificate') : ok(pair);
}

async function readContent(path: string): Promise<Result<Buffer, TlsFault>> {
  const fileName = basename(path);
  try {
    await using file = await open(path);
    if (!(await file.stat()).isFile()) return unreadable(fileName, 'notRegular', '');
    const content = await readOpened(file.fd, MAX_FILE_BYTES + 1);
    return content.length > MAX_FILE_BYTES ? invalid(path, 'tooLong') : ok(content);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return unreadable(fileName, fileReasonOf(code), code);
  }
}

function unreadable(fileName: string, reason: FileReason, code: string): Result<never, TlsFault> {
  return err({ fileName, error: { kind: 'fileSystem', reason, code, name: fileName } });
}

/** @returns `null`: OpenSSL refuses the input */
function tryTo<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

function invalid(path: string, reason: InputReason): Result<never, TlsFault> {
  return err({ error: { kind: 'invalidInput', field: 'tlsFile', reason }, fileName: basename(path) });
}

/** Files are polled, because renewals replace them in many ways: in place, by renaming, or by switching a link. */
const INTERVAL_MS = 10_000;

/**
 * Checks the two files every 10 s, and reads them after a change.
 * @param stamp of the files in use, taken before they were read
 * @param changed called with both when they can be used, or once per kind of fault; bad files are checked until they can
 */
export function watchTlsFiles(
  files: TlsFiles,
  stamp: string,
  scheduler: Scheduler,
  changed: (read: Result<TlsPair, TlsFault>) => void,
): Disposable {
  let known = stamp;
  let fault: string | null = null;
  let next: Disposable | null = null;
  let isDisposed = false;
  const compare = async () => {
    const present = await tlsStamp(files);
    // Bad files are read again even if unchanged: the resolution of the clock may hide a second write.
    if (present === known && fault === null) return;
    const read = await readTlsFiles(files);
    if (isDisposed) return;
    const before = fault;
    known = present;
    fault = read.ok ? null : JSON.stringify(read.error);
    if (read.ok || fault !== before) changed(read);
  };
  const wait = () => {
    if (!isDisposed) next = scheduler.after(INTERVAL_MS, () => void compare().finally(wait));
  };
  wait();
  return {
    dispose() {
      isDisposed = true;
      next?.dispose();
    },
  };
}

/** Changes when a file is written or replaced, or a link points to another one. */
export async function tlsStamp({ certificateFile, keyFile }: TlsFiles): Promise<string> {
  return (await Promise.all([stampOf(certificateFile), stampOf(keyFile)])).join(' ');
}

async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [dev, ino, size, mtimeNs, ctimeNs].join(':');
  } catch {
    return 'missing';
  }
}
