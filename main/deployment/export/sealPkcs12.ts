import type { BundlePem } from '#main/x509/certificates/bundle.ts';
import { passphraseProblem } from '#main/x509/pkcs12/passphrase.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { BundleFile, ExportBundle, PlannedBundle } from './exportDestination.ts';
import { pemMaterialOf, profileOf } from './presetFiles.ts';

/** What PKCS#12 files are made of. */
export interface Sealing {
  readonly passphrase: string;
  /** What programs show. */
  readonly friendlyName: string;
  readonly pem: BundlePem;
}

/** The ASN.1 library takes tens of milliseconds to load: no start of the app waits for it, nor an export of PEM. */
async function loadPkcs12() {
  const [{ buildPkcs12 }, { checkPkcs12 }] = await Promise.all([
    import('#main/x509/pkcs12/buildPkcs12.ts'),
    import('#main/x509/pkcs12/checkPkcs12.ts'),
  ]);
  return { buildPkcs12, checkPkcs12 };
}

/** See `isForJava`: a keystore whose passphrase is beyond ASCII cannot be opened there, and nobody is told why. */
const beyondAscii = /[^ -~]/u;

/** What is wrong with the passphrase of an export; `null`: nothing. */
export function exportPassphraseProblem(passphrase: string | null, isForJava: boolean): AppError | null {
  const problem = passphraseProblem(passphrase ?? '');
  if (problem !== null) return problem;
  return isForJava && beyondAscii.test(passphrase ?? '')
    ? { kind: 'invalidInput', field: 'passphrase', reason: 'notAscii' }
    : null;
}

/**
 * Makes the PKCS#12 files of a bundle. Each is opened again, and compared with what was meant, once it is written.
 * Errors: those of `buildPkcs12`.
 * @param files of the preset, in the order of the bundle's
 */
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
    const { buildPkcs12, checkPkcs12 } = await loadPkcs12();
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
