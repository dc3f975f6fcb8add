import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import { type PemMaterial, readKeyMaterial } from '#main/x509/pkcs12/keyMaterial.ts';
import type { Pkcs12Profile } from '#main/x509/pkcs12/profiles.ts';
import type { PresetFile, PresetMode, PresetPart } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import type { PlannedFile } from './exportDestination.ts';

const modes: Readonly<Record<PresetMode, number>> = { '600': 0o600, '640': 0o640, '644': 0o644 };

/** How a PKCS#12 file of a preset is made; `null`: it is PEM. */
export function profileOf({ format }: PresetFile): Pkcs12Profile | null {
  if (format === 'pem') return null;
  return format === 'pkcs12' ? 'modern' : 'compatible';
}

/**
 * Why a file of a preset cannot be made from what an order has, before anything is asked for: `invalidMaterial` for a
 * part that is not there, `pkcs12` for a key that this form of a file cannot hold. `null`: nothing is in the way.
 */
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

/** A file of a preset under its name. PKCS#12 has no content yet: that takes a passphrase. */
export function planFile(file: PresetFile, name: string, pem: BundlePem): PlannedFile {
  const secret = file.parts.includes('key');
  // A key is never for everybody, whoever stored this preset.
  const mode = secret && file.mode === '644' ? modes['600'] : modes[file.mode];
  if (profileOf(file) !== null) return { name, secret, mode, content: null };
  const text = textsOf(file.parts, pem).join('');
  const content = Buffer.from(file.lineEnds === 'crlf' ? text.replaceAll('\n', '\r\n') : text);
  return { name, secret, mode, content };
}

/** What goes into a PKCS#12 file: the leaf, and above it what the preset has of the chain and its root. */
export function pemMaterialOf({ parts }: PresetFile, pem: BundlePem): PemMaterial {
  const above = textsOf(
    parts.filter((part) => part === 'chain' || part === 'root'),
    pem,
  );
  return { keyPem: pem.key ?? '', leafPem: pem.leaf, chainPem: above };
}

/** The parts in their order. Where the root is all the chain there is, it stands there once. */
function textsOf(parts: readonly PresetPart[], { key, leaf, chain, root }: BundlePem): string[] {
  const texts = parts.flatMap((part) => {
    if (part === 'key') return key ?? [];
    if (part === 'leaf') return leaf;
    return part === 'chain' ? chain : (root ?? []);
  });
  return [...new Set(texts)];
}
