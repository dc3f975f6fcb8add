import type { PresetFile, PresetServer } from './preset.ts';
import {
  inApache,
  inHaproxy,
  inJavaScript,
  inNginx,
  inPowerShell,
  inShell,
  inTomcat,
} from './presetQuoting.ts';
import { filesForServer } from './presetServer.ts';

export interface SnippetFile extends Pick<PresetFile, 'format' | 'parts'> {
  readonly path: string;
}

/** Paths of the files in a snippet, in the order of `filesForServer`. */
type Paths = readonly [string, ...string[]];

const writers: Readonly<Record<PresetServer, (paths: Paths) => string | null>> = {
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
  kubernetes: ([manifest]) => linesOf(['kubectl apply --server-side -f ', inShell(manifest)]),
};

/**
 * Lines of server configuration for the files of a preset, without a passphrase.
 * @returns `null` if the server needs other files, or its language can't express a path
 */
export function snippetOf(server: PresetServer, files: readonly SnippetFile[]): string | null {
  const [first, ...rest] = filesForServer(server, files).map(({ file }) => file?.path ?? null);
  const others = rest.filter((path) => path !== null);
  if (first == null || others.length < rest.length) return null;
  return writers[server]([first, ...others]);
}

function importPfx(file: string): string | null {
  return linesOf(
    ['Import-PfxCertificate -FilePath ', inPowerShell(file), ' `'],
    ['  -CertStoreLocation Cert:\\LocalMachine\\My `'],
    ['  -Password (Read-Host -AsSecureString)'],
  );
}

/** Joins the lines; `null` if a part can't be expressed. */
function linesOf(...lines: readonly (readonly (string | null)[])[]): string | null {
  if (lines.some((pieces) => pieces.includes(null))) return null;
  return `${lines.map((pieces) => pieces.join('')).join('\n')}\n`;
}
