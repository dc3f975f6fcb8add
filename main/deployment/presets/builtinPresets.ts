import { exportFileNames } from '#shared/domain/export.ts';
import {
  type BuiltinPresetId,
  type ExportPreset,
  type PresetFile,
  type PresetFormat,
  type PresetPart,
  presetServers,
} from '#shared/domain/preset.ts';

/** PEM with line ends that all servers accept. Keys are readable by their owner, other files by everyone. */
function pem(name: string, ...parts: readonly PresetPart[]): PresetFile {
  return { name, format: 'pem', parts, mode: parts.includes('key') ? '600' : '644', lineEnds: 'lf' };
}

/** One binary part; a key is not encrypted. */
function der(name: string, part: PresetPart): PresetFile {
  return { ...pem(name, part), format: 'der' };
}

/** One file with the key and its certificates. */
function whole(name: string, format: PresetFormat): PresetFile {
  return { name, format, parts: ['key', 'leaf', 'chain'], mode: '600', lineEnds: 'lf' };
}

const key = pem(exportFileNames.key, 'key');
const fullChain = pem(exportFileNames.certificate, 'leaf', 'chain');
const fullChainPkcs7: PresetFile = { ...fullChain, name: 'fullchain.p7b', format: 'pkcs7' };

const files: Readonly<Record<BuiltinPresetId, readonly PresetFile[]>> = {
  pem: [
    key,
    fullChain,
    pem(exportFileNames.certificateServer, 'leaf'),
    pem(exportFileNames.certificateChain, 'chain'),
  ],
  nginx: [key, fullChain],
  // Since Apache 2.4.8, SSLCertificateChainFile is obsolete and the chain belongs in the certificate's file.
  apache: [key, fullChain],
  // Every version reads a single file.
  haproxy: [pem('haproxy.pem', 'key', 'leaf', 'chain')],
  tomcat: [whole('keystore.p12', 'pkcs12')],
  iis: [whole('certificate.pfx', 'pkcs12')],
  oldWindows: [whole('certificate.pfx', 'pkcs12Compatible')],
  node: [key, fullChain],
  // The names are those of the Secret's entries.
  kubernetes: [pem('tls.crt', 'leaf', 'chain'), pem('tls.key', 'key'), whole('secret.yaml', 'kubernetes')],
  // Another name than that of the plain key, so that no server finds an encrypted one where it was.
  pkcs8: [{ ...pem('privkey-encrypted.pem', 'key'), format: 'pkcs8' }, fullChain],
  // DER holds one certificate, so the chain is in the binary format that holds several.
  der: [der('privkey.der', 'key'), der('cert.cer', 'leaf'), fullChainPkcs7],
  // It never holds a key.
  pkcs7: [fullChainPkcs7, key],
};

/** The built-in presets, in the order in which they are offered. */
export const builtinPresets: readonly ExportPreset[] = Object.entries(files).map(([id, presetFiles]) => ({
  id,
  name: null,
  folder: '{alias}',
  switching: 'rename',
  server: presetServers.find((server) => server === id) ?? null,
  files: presetFiles,
}));
