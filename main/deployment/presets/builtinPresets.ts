import { exportFileNames } from '#shared/domain/export.ts';
import {
  type BuiltinPresetId,
  type ExportPreset,
  type PresetFile,
  type PresetPart,
  presetServers,
} from '#shared/domain/preset.ts';

/** PEM with line ends that all servers accept. Keys are readable by their owner, other files by everyone. */
function pem(name: string, ...parts: readonly PresetPart[]): PresetFile {
  return { name, format: 'pem', parts, mode: parts.includes('key') ? '600' : '644', lineEnds: 'lf' };
}

function pkcs12(name: string, format: 'pkcs12' | 'pkcs12Compatible'): PresetFile {
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
  tomcat: [pkcs12('keystore.p12', 'pkcs12')],
  iis: [pkcs12('certificate.pfx', 'pkcs12')],
  oldWindows: [pkcs12('certificate.pfx', 'pkcs12Compatible')],
  node: [key, fullChain],
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
