import { err, ok, type Result } from '#shared/result.ts';
import { certificatePem, writePem } from '../certificates/pem.ts';
import { type PemMaterial, readKeyMaterial } from './keyMaterial.ts';
import { openPkcs12 } from './openPkcs12.ts';

/**
 * Verifies a written file: opens it with the passphrase and compares the key and every certificate byte for byte.
 * Errors: those of `openPkcs12`; `invalidMaterial` if `expected` is not readable; `pkcs12` (`differs`) if the content
 * differs.
 */
export async function checkPkcs12(
  bytes: Uint8Array,
  passphrase: string,
  expected: PemMaterial,
): Promise<Result<null>> {
  const opened = await openPkcs12(bytes, passphrase);
  if (!opened.ok) return opened;
  const material = readKeyMaterial(expected, 'modern');
  if (!material.ok) return material;
  const { keyDer, certificates } = material.value;
  const keyPem = writePem('PRIVATE KEY', keyDer.toString('base64'));
  keyDer.fill(0);
  // Canonical PEM is equal exactly if the bytes are.
  const isSame =
    opened.value.keyPem === keyPem &&
    opened.value.certificatePems.join('') === certificates.map(certificatePem).join('');
  return isSame ? ok(null) : err({ kind: 'pkcs12', reason: 'differs' });
}
