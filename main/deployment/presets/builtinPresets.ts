import { exportFileNames } from '#shared/domain/export.ts';
import {
  type BuiltinPresetId,
  type ExportPreset,
  type PresetFile,
  type PresetPart,
  presetServers,
} from '#shared/domain/preset.ts';

/** PEM with the line ends that all servers take. A key is for its owner alone, all else for everybody. */
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
  // Since 2.4.8 the chain stands in the certificate's own file; SSLCertificateChainFile is obsolete.
  apache: [key, fullChain],
  // One file, or a key beside it under a name of its own: this is the form that every version reads.
  haproxy: [pem('haproxy.pem', 'key', 'leaf', 'chain')],
  tomcat: [pkcs12('keystore.p12', 'pkcs12')],
  iis: [pkcs12('certificate.pfx', 'pkcs12')],
  oldWindows: [pkcs12('certificate.pfx', 'pkcs12Compatible')],
  node: [key, fullChain],
};

/** The presets that come with the app, in the order in which they are offered. Each order has a folder by its title. */
export const builtinPresets: readonly ExportPreset[] = Object.entries(files).map(([id, presetFiles]) => ({
  id,
  name: null,
  folder: '{alias}',
  switching: 'rename',
  server: presetServers.find((server) => server === id) ?? null,
  files: presetFiles,
}));
