import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inApache, inHaproxy, inJavaScript, inNginx, inPowerShell, inTomcat } from '#main/presets/quoting.ts';
import { snippetOf } from '#main/presets/snippets.ts';
import { builtinPresetIds } from '#shared/domain/preset.ts';

/** What Apache and Tomcat replace. */
const property = '$'.concat('{HOME}');
const pem = ['/srv/certs/shop/privkey.pem', '/srv/certs/shop/fullchain.pem'];

describe('a snippet', () => {
  it.each([
    [
      'nginx',
      pem,
      'ssl_certificate     /srv/certs/shop/fullchain.pem;\nssl_certificate_key /srv/certs/shop/privkey.pem;\n',
    ],
    [
      'apache',
      pem,
      'SSLEngine on\nSSLCertificateFile    /srv/certs/shop/fullchain.pem\nSSLCertificateKeyFile /srv/certs/shop/privkey.pem\n',
    ],
    ['haproxy', ['/srv/my certs/haproxy.pem'], 'bind :443 ssl crt "/srv/my certs/haproxy.pem"\n'],
  ])('of %s names the files where they are', (id, paths, expected) => {
    expect(snippetOf(id, paths)).toBe(expected);
  });

  it('of Tomcat is XML, and leaves the passphrase to the person', () => {
    const snippet = snippetOf('tomcat', ['/srv/a & "b"/keystore.p12']);
    expect(snippet).toContain('certificateKeystoreFile="/srv/a &amp; &quot;b&quot;/keystore.p12"');
    expect(snippet).toContain('certificateKeystorePassword="PASSPHRASE"');
  });

  it.each(['iis', 'oldWindows'])('of %s imports the file in PowerShell', (id) => {
    expect(snippetOf(id, ["C:\\it's here\\certificate.pfx"])).toContain(
      "Import-PfxCertificate -FilePath 'C:\\it''s here\\certificate.pfx'",
    );
  });

  it('of Node reads both files', () => {
    const snippet = snippetOf('node', ['C:\\certs\\privkey.pem', 'C:\\certs\\fullchain.pem']);
    expect(snippet).toContain('  key: readFileSync("C:\\\\certs\\\\privkey.pem"),');
    expect(snippet).toContain('  cert: readFileSync("C:\\\\certs\\\\fullchain.pem"),');
  });

  it('is there for every preset of the app but plain files, and not for own ones', () => {
    const without = builtinPresetIds.filter((id) => snippetOf(id, ['/a', '/b']) === null);
    expect(without).toEqual(['pem']);
    expect(snippetOf('own-1', ['/a'])).toBeNull();
    expect(snippetOf('toString', ['/a'])).toBeNull();
    expect(snippetOf('nginx', [])).toBeNull();
  });

  it('is not there rather than wrong where the language has no way to write a path', () => {
    expect(snippetOf('nginx', ['/srv/$x/k', '/srv/$x/c'])).toBeNull();
    expect(snippetOf('apache', [`/srv/${property}/k`, '/srv/c'])).toBeNull();
    expect(snippetOf('tomcat', [`/srv/${property}/k`])).toBeNull();
    for (const id of ['nginx', 'apache', 'haproxy', 'tomcat', 'iis'])
      expect(snippetOf(id, ['/srv/\nload_module x', '/srv/c'])).toBeNull();
    expect(snippetOf('haproxy', ['/srv/$x'])).toBe('bind :443 ssl crt "/srv/\\$x"\n');
  });

  it.each([
    ['nginx', inNginx, '"C:/my certs/x.pem"'],
    ['Apache', inApache, '"C:/my certs/x.pem"'],
  ])('of %s has no backslashes of Windows', (_name, quote, expected) => {
    expect(quote('C:\\my certs\\x.pem')).toBe(expected);
  });
});

describe('a quoted path', () => {
  const unescaped = (text: string) => text.replace(/\\(.)/gsu, '$1');
  const unquoted = (text: string) => (text.startsWith('"') ? unescaped(text.slice(1, -1)) : text);
  /** One whole string: no quote within that would end it. */
  const doubleQuoted = /^(?:[A-Za-z0-9_./:-]+|"(?:[^"\\]|\\.)*")$/su;

  it('reads as the path again, and as nothing more, whatever the path', () => {
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
        const powerShell = inPowerShell(given);
        if (powerShell !== null) {
          const inner = powerShell.slice(1, -1);
          expect(inner.replace(/(['\u2018-\u201b])\1/gu, '')).not.toMatch(/['\u2018-\u201b]/u);
          expect(inner.replace(/(['\u2018-\u201b])\1/gu, '$1')).toBe(given);
        }
        const xml = inTomcat(given);
        if (xml !== null) expect(xml.slice(1, -1)).not.toMatch(/["<]|&(?!(?:amp|lt|gt|quot);)/u);
      }),
      { numRuns: 2000 },
    );
  });
});
