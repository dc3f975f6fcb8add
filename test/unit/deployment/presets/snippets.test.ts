import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reloadCommand, snippetOf } from '#shared/domain/presetServer.ts';
import { inApache } from '#shared/domain/presets/apache.ts';
import { inHaproxy } from '#shared/domain/presets/haproxy.ts';
import { inPowerShell } from '#shared/domain/presets/iis.ts';
import { inShell } from '#shared/domain/presets/kubernetes.ts';
import { inNginx } from '#shared/domain/presets/nginx.ts';
import { inJavaScript } from '#shared/domain/presets/node.ts';
import { builtinPresetIds, builtinPresets, type PresetServer } from '#shared/domain/presets/presets.ts';
import { inTomcat } from '#shared/domain/presets/tomcat.ts';
import { soakCount } from '#test/support/soak.ts';

/** The variables that Apache and Tomcat expand. */
const property = '$'.concat('{HOME}');

/** The snippet of a built-in preset, with its files at these paths. */
function snippetAt(server: PresetServer, paths: readonly string[]): string | null {
  const files = builtinPresets.find(({ id }) => id === server)?.files ?? [];
  return snippetOf(
    server,
    files.map(({ format, parts }, index) => ({ format, parts, path: paths[index] ?? '' })),
  );
}

describe('a snippet', () => {
  it('of nginx has the paths of the files', () => {
    expect(snippetAt('nginx', ['/srv/shop/privkey.pem', '/srv/shop/fullchain.pem'])).toBe(
      'ssl_certificate     /srv/shop/fullchain.pem;\nssl_certificate_key /srv/shop/privkey.pem;\n',
    );
  });

  it('of Apache has the paths of the files', () => {
    expect(snippetAt('apache', ['/srv/shop/privkey.pem', '/srv/shop/fullchain.pem'])).toBe(
      'SSLEngine on\nSSLCertificateFile    /srv/shop/fullchain.pem\nSSLCertificateKeyFile /srv/shop/privkey.pem\n',
    );
  });

  it('of HAProxy has the path of the file', () => {
    expect(snippetAt('haproxy', ['/srv/my certs/haproxy.pem'])).toBe(
      'bind :443 ssl crt "/srv/my certs/haproxy.pem"\n',
    );
  });

  it('of Tomcat is XML, with a placeholder for the passphrase', () => {
    const snippet = snippetAt('tomcat', ['/srv/a & "b"/keystore.p12']);
    expect(snippet).toContain('certificateKeystoreFile="/srv/a &amp; &quot;b&quot;/keystore.p12"');
    expect(snippet).toContain('certificateKeystorePassword="PASSPHRASE"');
  });

  it.each(['iis', 'oldWindows'] as const)('of %s imports the file in PowerShell', (server) => {
    expect(snippetAt(server, ["C:\\it's here\\certificate.pfx"])).toContain(
      "Import-PfxCertificate -FilePath 'C:\\it''s here\\certificate.pfx'",
    );
  });

  it('of Kubernetes applies the manifest', () => {
    const paths = ['/srv/tls.crt', '/srv/tls.key', "/srv/it's here/secret.yaml"];
    expect(snippetAt('kubernetes', paths)).toBe(
      "kubectl apply --server-side -f '/srv/it'\\''s here/secret.yaml'\n",
    );
  });

  it('of Node reads both files', () => {
    const snippet = snippetAt('node', ['C:\\certs\\privkey.pem', 'C:\\certs\\fullchain.pem']);
    expect(snippet).toContain('  key: readFileSync("C:\\\\certs\\\\privkey.pem"),');
    expect(snippet).toContain('  cert: readFileSync("C:\\\\certs\\\\fullchain.pem"),');
  });

  it('exists for every built-in preset of a server', () => {
    const lines = builtinPresets.map(
      ({ server }) => server !== null && snippetAt(server, ['/a', '/b', '/c']),
    );
    expect(lines.map((text) => typeof text === 'string')).toEqual(
      builtinPresetIds.map((id) => !['pem', 'pkcs8', 'der', 'pkcs7'].includes(id)),
    );
  });

  it('is missing if the syntax cannot express a path', () => {
    expect(snippetAt('nginx', ['/srv/$x/k', '/srv/$x/c'])).toBeNull();
    expect(snippetAt('apache', [`/srv/${property}/k`, '/srv/c'])).toBeNull();
    expect(snippetAt('tomcat', [`/srv/${property}/k`])).toBeNull();
    for (const server of ['nginx', 'apache', 'haproxy', 'tomcat', 'iis'] as const)
      expect(snippetAt(server, ['/srv/\nload_module x', '/srv/c'])).toBeNull();
    expect(snippetAt('haproxy', ['/srv/$x'])).toBe('bind :443 ssl crt "/srv/\\$x"\n');
  });

  it.each([
    ['nginx', inNginx, '"C:/my certs/x.pem"'],
    ['Apache', inApache, '"C:/my certs/x.pem"'],
  ])('of %s has no Windows backslashes', (_name, quote, expected) => {
    expect(quote('C:\\my certs\\x.pem')).toBe(expected);
  });
});

describe('a quoted path', () => {
  const unescaped = (text: string) => text.replace(/\\(.)/gsu, '$1');
  const unquoted = (text: string) => (text.startsWith('"') ? unescaped(text.slice(1, -1)) : text);
  /** One complete string: no quote inside ends it. */
  const doubleQuoted = /^(?:[A-Za-z0-9_./:-]+|"(?:[^"\\]|\\.)*")$/su;

  it('is parsed as exactly the path, for any path', () => {
    const path = fc
      .array(
        fc.oneof(fc.constantFrom('"', "'", '\\', '$', '{', ' ', ';', '#', '&', '<', '’', '`'), fc.string()),
      )
      .map((pieces) => `/${pieces.join('')}`);
    fc.assert(
      fc.property(path, (given) => {
        for (const quote of [inNginx, inApache, inHaproxy]) {
          const quoted = quote(given);
          if (quoted === null) continue;
          expect(quoted).toMatch(doubleQuoted);
          expect(unquoted(quoted)).toBe(given);
        }
        expect(inHaproxy(given)?.replace(/\\./gsu, '') ?? '').not.toContain('$');
        expect(JSON.parse(inJavaScript(given))).toBe(given);
        const shell = inShell(given);
        if (shell !== null) {
          expect(shell).toMatch(/^(?:[A-Za-z0-9_./:-]+|'(?:[^']|'\\'')*')$/su);
          const inner = shell.startsWith("'") ? shell.slice(1, -1) : shell;
          expect(inner.replaceAll("'\\''", "'")).toBe(given);
        }
        const powerShell = inPowerShell(given);
        if (powerShell !== null) {
          const inner = powerShell.slice(1, -1);
          expect(inner.replace(/(['\u2018-\u201b])\1/gu, '')).not.toMatch(/['\u2018-\u201b]/u);
          expect(inner.replace(/(['\u2018-\u201b])\1/gu, '$1')).toBe(given);
        }
        const xml = inTomcat(given);
        if (xml !== null) expect(xml.slice(1, -1)).not.toMatch(/["<]|&(?!(?:amp|lt|gt|quot);)/u);
      }),
      { numRuns: soakCount(2_000) },
    );
  });
});

describe('the command that reloads', () => {
  it.each([
    ['nginx', 'linux', 'nginx -s reload'],
    ['apache', 'linux', 'apachectl graceful'],
    ['apache', 'win32', 'httpd -k restart'],
    ['haproxy', 'darwin', 'systemctl reload haproxy'],
    ['haproxy', 'win32', null],
    ['tomcat', 'linux', 'systemctl restart tomcat'],
    ['iis', 'win32', null],
    ['node', 'linux', null],
    [null, 'linux', null],
  ] as const)('%s on %s is %s', (server, platform, expected) => {
    expect(reloadCommand(server, platform)?.join(' ') ?? null).toBe(expected);
  });
});
