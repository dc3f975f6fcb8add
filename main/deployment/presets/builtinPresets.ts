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

/** One file with the key and its certificates. */
function whole(name: string, format: PresetFormat): PresetFile {
  return { name, format, parts: ['key', 'leaf', 'chain'], mode: '600', lineEnds: 'lf' };
}

const key = pem(exportFileNames.key, 'key');
const fullChain = pem(exportFileNames.certificate, 'leaf', 'chain');

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
