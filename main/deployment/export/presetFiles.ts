import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import { type PemMaterial, readKeyMaterial } from '#main/x509/pkcs12/keyMaterial.ts';
import { passphraseProblem } from '#main/x509/pkcs12/passphrase.ts';
import type { Pkcs12Profile } from '#main/x509/pkcs12/profiles.ts';
import type { PresetFile, PresetMode, PresetPart } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { BundleFile, ExportBundle, PlannedBundle, PlannedFile } from './exportDestination.ts';

const modes: Readonly<Record<PresetMode, number>> = { '600': 0o600, '640': 0o640, '644': 0o644 };

/** The PKCS#12 profile of a file; `null`: it is PEM. */
export function profileOf({ format }: PresetFile): Pkcs12Profile | null {
  if (format === 'pem') return null;
  return format === 'pkcs12' ? 'modern' : 'compatible';
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

/** Makes a file of a preset. PKCS#12 has no content yet, because that needs a passphrase. */
export function planFile(file: PresetFile, name: string, pem: BundlePem): PlannedFile {
  const secret = file.parts.includes('key');
  // A key is never world-readable, even if the stored preset says so.
  const mode = secret && file.mode === '644' ? modes['600'] : modes[file.mode];
  if (profileOf(file) !== null) return { name, secret, mode, content: null };
  const text = textsOf(file.parts, pem).join('');
  const content = Buffer.from(file.lineEnds === 'crlf' ? text.replaceAll('\n', '\r\n') : text);
  return { name, secret, mode, content };
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

export function exportPassphraseProblem(passphrase: string | null, isForJava: boolean): AppError | null {
  const problem = passphraseProblem(passphrase ?? '');
  if (problem !== null) return problem;
  return isForJava && beyondAscii.test(passphrase ?? '')
    ? { kind: 'invalidInput', field: 'passphrase', reason: 'notAscii' }
    : null;
}

/** Makes the PKCS#12 files of a bundle; after the write, each is opened and compared. Errors: those of `buildPkcs12`. */
export async function sealBundle(
  bundle: PlannedBundle,
  files: readonly PresetFile[],
  sealing: Sealing,
): Promise<Result<ExportBundle>> {
  const sealed: BundleFile[] = [];
  for (const [index, planned] of bundle.files.entries()) {
    const file = files[index];
    const profile = file === undefined ? null : profileOf(file);
    if (planned.content !== null) sealed.push({ ...planned, content: planned.content });
    if (planned.content !== null || file === undefined || profile === null) continue;
    const { pem, passphrase, friendlyName } = sealing;
    // Loaded lazily: the ASN.1 library takes tens of milliseconds to load.
    const { buildPkcs12 } = await import('#main/x509/pkcs12/buildPkcs12.ts');
    const { checkPkcs12 } = await import('#main/x509/pkcs12/openPkcs12.ts');
    const material = pemMaterialOf(file, pem);
    const built = await buildPkcs12({ ...material, friendlyName, passphrase, profile });
    if (!built.ok) return err(built.error);
    const check = async (written: Uint8Array) => {
      const checked = await checkPkcs12(written, passphrase, material);
      return checked.ok ? null : checked.error;
    };
    sealed.push({ ...planned, content: built.value, check });
  }
  return ok({ ...bundle, files: sealed });
}
