import type { BuiltinPresetId } from '#shared/domain/preset.ts';
import { inApache, inHaproxy, inJavaScript, inNginx, inPowerShell, inTomcat } from './quoting.ts';

/** Paths of the files that a snippet names, in the order of the preset's files. */
type Paths = readonly [string, ...string[]];

const writers: Readonly<Partial<Record<BuiltinPresetId, (paths: Paths) => string | null>>> = {
  nginx: ([key, certificate = '']) =>
    linesOf([`ssl_certificate     `, inNginx(certificate), ';'], ['ssl_certificate_key ', inNginx(key), ';']),
  apache: ([key, certificate = '']) =>
    linesOf(
      ['SSLEngine on'],
      ['SSLCertificateFile    ', inApache(certificate)],
      ['SSLCertificateKeyFile ', inApache(key)],
    ),
  haproxy: ([combined]) => linesOf(['bind :443 ssl crt ', inHaproxy(combined)]),
  tomcat: ([keystore]) =>
    linesOf(
      ['<Connector port="8443" SSLEnabled="true" scheme="https" secure="true">'],
      ['  <SSLHostConfig>'],
      ['    <Certificate certificateKeystoreFile=', inTomcat(keystore)],
      ['                 certificateKeystoreType="PKCS12"'],
      ['                 certificateKeystorePassword="PASSPHRASE" />'],
      ['  </SSLHostConfig>'],
      ['</Connector>'],
    ),
  iis: ([file]) => importPfx(file),
  oldWindows: ([file]) => importPfx(file),
  node: ([key, certificate = '']) =>
    linesOf(
      [`import { readFileSync } from 'node:fs';`],
      [`import { createServer } from 'node:https';`],
      [''],
      ['const server = createServer({'],
      ['  key: readFileSync(', inJavaScript(key), '),'],
      ['  cert: readFileSync(', inJavaScript(certificate), '),'],
      ['});'],
    ),
};

/**
 * How the server of a preset is told of its files, in the language of its configuration. A passphrase is never in it.
 * @param paths in the order of the preset's files
 * @returns `null` for a preset without a server, and where that language cannot express one of the paths
 */
export function snippetOf(presetId: string, [first, ...rest]: readonly string[]): string | null {
  const writer = Object.entries(writers).find(([id]) => id === presetId)?.[1];
  return writer === undefined || first === undefined ? null : writer([first, ...rest]);
}

function importPfx(file: string): string | null {
  return linesOf(
    ['Import-PfxCertificate -FilePath ', inPowerShell(file), ' `'],
    ['  -CertStoreLocation Cert:\\LocalMachine\\My `'],
    ['  -Password (Read-Host -AsSecureString)'],
  );
}

/** Lines from their pieces; nothing at all when a piece cannot be written. */
function linesOf(...lines: readonly (readonly (string | null)[])[]): string | null {
  if (lines.some((pieces) => pieces.includes(null))) return null;
  return `${lines.map((pieces) => pieces.join('')).join('\n')}\n`;
}
