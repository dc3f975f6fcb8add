import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import { type PemMaterial, readKeyMaterial } from '#main/x509/pkcs12/keyMaterial.ts';
import { passphraseProblem } from '#main/x509/pkcs12/passphrase.ts';
import { writePkcs7 } from '#main/x509/pkcs12/pkcs7.ts';
import type { Pkcs12Profile } from '#main/x509/pkcs12/profiles.ts';
import type { PresetFile, PresetFormat, PresetMode, PresetPart } from '#shared/domain/preset.ts';
import { formatRules } from '#shared/domain/presetFormat.ts';
import type { AppError, InputReason } from '#shared/errors.ts';
import { ok, type Result } from '#shared/result.ts';
import type { BundleFile, ExportBundle, PlannedBundle, PlannedFile } from './exportDestination.ts';
import { kubernetesSecret } from './kubernetesSecret.ts';

const modes: Readonly<Record<PresetMode, number>> = { '600': 0o600, '640': 0o640, '644': 0o644 };

const profiles: Readonly<Partial<Record<PresetFormat, Pkcs12Profile>>> = {
  pkcs12: 'modern',
  pkcs12Compatible: 'compatible',
};

/** The PKCS#12 profile of a file; `null`: it has another format. */
export function profileOf({ format }: Pick<PresetFile, 'format'>): Pkcs12Profile | null {
  return profiles[format] ?? null;
}

/** `invalidMaterial` for a missing part, `pkcs12` for a key that the profile doesn't support. `null`: it can be made. */
export function fileProblem(file: PresetFile, pem: BundlePem): AppError | null {
  if (file.parts.includes('key') && pem.key === null)
    return { kind: 'invalidMaterial', reason: 'pemMissing', part: 'key' };
  if (textsOf(file.parts, pem).length === 0)
    return { kind: 'invalidMaterial', reason: 'pemMissing', part: 'certificateChain' };
  const profile = profileOf(file);
  if (profile === null) return null;
  const material = readKeyMaterial(pemMaterialOf(file, pem), profile);
  if (!material.ok) return material.error;
  material.value.keyDer.fill(0);
  return null;
}

/**
 * Makes a file of a preset. An encrypted file has no content yet, because that needs a passphrase.
 * @param label the folder of the order, for names inside the file
 */
export function planFile(file: PresetFile, name: string, pem: BundlePem, label: string): PlannedFile {
  const secret = file.parts.includes('key');
  // A key is never world-readable, even if the stored preset says so.
  const mode = secret && file.mode === '644' ? modes['600'] : modes[file.mode];
  return { name, secret, mode, content: plainContent(file, pem, label || name) };
}

function plainContent(file: PresetFile, pem: BundlePem, label: string): Uint8Array | null {
  const { format, parts, lineEnds } = file;
  const texts = textsOf(parts, pem);
  if (formatRules[format].isEncrypted) return null;
  switch (format) {
    case 'der':
      return derOfPem(texts.join(''), parts.includes('key'));
    case 'pkcs7':
      return writePkcs7(texts.map((text) => new X509Certificate(text)));
    case 'kubernetes': {
      const certificates = textsOf(
        parts.filter((part) => part !== 'key'),
        pem,
      ).join('');
      return Buffer.from(kubernetesSecret(label, { certificates, key: pem.key ?? '' }));
    }
    default: {
      const text = texts.join('');
      return Buffer.from(lineEnds === 'crlf' ? text.replaceAll('\n', '\r\n') : text);
    }
  }
}

/** One part in binary: a certificate, or a private key as PKCS#8. */
function derOfPem(text: string, isKey: boolean): Buffer {
  return isKey
    ? createPrivateKey(text).export({ type: 'pkcs8', format: 'der' })
    : new X509Certificate(text).raw;
}

/** The content of a PKCS#12 file: key, leaf, and the preset's parts of the chain. */
export function pemMaterialOf({ parts }: PresetFile, pem: BundlePem): PemMaterial {
  const above = textsOf(
    parts.filter((part) => part === 'chain' || part === 'root'),
    pem,
  );
  return { keyPem: pem.key ?? '', leafPem: pem.leaf, chainPem: above };
}

/** The PEM of the parts. A root that is the whole chain is included once. */
function textsOf(parts: readonly PresetPart[], { key, leaf, chain, root }: BundlePem): string[] {
  const texts = parts.flatMap((part) => {
    if (part === 'key') return key ?? [];
    if (part === 'leaf') return leaf;
    return part === 'chain' ? chain : (root ?? []);
  });
  return [...new Set(texts)];
}

export interface Sealing {
  readonly passphrase: string;
  /** Shown by programs. */
  readonly friendlyName: string;
  readonly pem: BundlePem;
}

/** See `isForJava`. */
const beyondAscii = /[^ -~]/u;

/** Format characters and separators of lines, such as a zero-width space that was pasted. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}]/u;

/** Why a passphrase would give files that what a person types does not open; `null`: it opens them. */
export function exportPassphraseProblem(passphrase: string | null, isForJava: boolean): AppError | null {
  const given = passphrase ?? '';
  const problem = passphraseProblem(given);
  if (problem !== null) return problem;
  const refused = (reason: InputReason) => ({ kind: 'invalidInput', field: 'passphrase', reason }) as const;
  if (invisible.test(given)) return refused('controlCharacters');
  if (given.trim() !== given) return refused('outerSpace');
  // No reader of these files converts what is typed: Windows, OpenSSL and Java compare the characters as they are.
  if (given.normalize('NFC') !== given) return refused('notComposed');
  return isForJava && beyondAscii.test(given) ? refused('notAscii') : null;
}

/** Makes the encrypted files of a bundle; after the write, each is opened and compared. Errors: those of `buildPkcs12`. */
export async function sealBundle(
  bundle: PlannedBundle,
  files: readonly PresetFile[],
  sealing: Sealing,
): Promise<Result<ExportBundle>> {
  const sealed: BundleFile[] = [];
  for (const [index, planned] of bundle.files.entries()) {
    const file = files[index];
    if (planned.content !== null) sealed.push({ ...planned, content: planned.content });
    if (planned.content !== null || file === undefined) continue;
    const made = await sealFile(file, sealing);
    if (!made.ok) return made;
    sealed.push({ ...planned, ...made.value });
  }
  return ok({ ...bundle, files: sealed });
}

/** The content of an encrypted file, and its check. */
async function sealFile(
  file: PresetFile,
  sealing: Sealing,
): Promise<Result<Required<Pick<BundleFile, 'content' | 'check'>>>> {
  const { pem, passphrase, friendlyName } = sealing;
  const profile = profileOf(file);
  const check = (written: Uint8Array) => sealedProblem(file, sealing, written);
  // Loaded lazily, because most exports encrypt nothing.
  if (profile === null) {
    const { encryptKey } = await import('#main/x509/pkcs12/encryptedKey.ts');
    const encrypted = await encryptKey(pem.key ?? '', passphrase);
    return encrypted.ok ? ok({ content: encrypted.value, check }) : encrypted;
  }
  const { buildPkcs12 } = await import('#main/x509/pkcs12/buildPkcs12.ts');
  const material = pemMaterialOf(file, pem);
  const built = await buildPkcs12({ ...material, friendlyName, passphrase, profile });
  return built.ok ? ok({ content: built.value, check }) : built;
}

/** Why an encrypted file does not open with the passphrase, or has something else than would be written; `null`: it has that. */
export async function sealedProblem(
  file: PresetFile,
  { pem, passphrase }: Pick<Sealing, 'pem' | 'passphrase'>,
  content: Uint8Array,
): Promise<AppError | null> {
  if (profileOf(file) === null) {
    const { checkEncryptedKey } = await import('#main/x509/pkcs12/encryptedKey.ts');
    return checkEncryptedKey(content, passphrase, pem.key ?? '');
  }
  const { checkPkcs12 } = await import('#main/x509/pkcs12/openPkcs12.ts');
  const checked = await checkPkcs12(content, passphrase, pemMaterialOf(file, pem));
  return checked.ok ? null : checked.error;
}
