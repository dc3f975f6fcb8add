import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PresetFormat, type PresetPart, presetFormats, presetParts } from '#shared/domain/preset.ts';
import { missingForServer, type SnippetFile, snippetOf } from '#shared/domain/presetServer.ts';
import type { ServerNeed } from '#shared/domain/presets/builtinPreset.ts';
import { type PresetServer, presetServers, serverRules } from '#shared/domain/presets/presets.ts';
import { soakCount } from '#test/support/soak.ts';

const pem = (path: string, ...parts: readonly PresetPart[]): SnippetFile => ({ path, format: 'pem', parts });
const pkcs12 = (path: string): SnippetFile => ({ path, format: 'pkcs12', parts: ['key', 'leaf', 'chain'] });

/** The servers whose configuration refers to exactly this. */
function serversFor(...needs: readonly ServerNeed[]): readonly PresetServer[] {
  return presetServers.filter((server) => serverRules(server)?.needs.join() === needs.join());
}

const keyFirst = [pem('/key', 'key'), pem('/full', 'leaf', 'chain')];
const certificateFirst = [pem('/full', 'leaf', 'chain'), pem('/key', 'key')];
const combined = [pem('/all', 'key', 'leaf', 'chain')];
const everything = [pem('/chain', 'chain'), pem('/leaf', 'leaf'), ...certificateFirst, ...combined];

describe.each(serversFor('key', 'certificate'))('the lines of %s', (server) => {
  it.each<[string, readonly SnippetFile[], string, string]>([
    ['the key before the certificate', keyFirst, '/key', '/full'],
    ['the certificate before the key', certificateFirst, '/key', '/full'],
    ['one file with both', combined, '/all', '/all'],
    ['the key separately and in another file', [...combined, ...keyFirst], '/key', '/full'],
    ['files of every kind', everything, '/key', '/full'],
    ['no chain', [pem('/leaf', 'leaf'), pem('/key', 'key')], '/key', '/leaf'],
    ['the chain only beside the key', [pem('/leaf', 'leaf'), ...combined], '/all', '/all'],
    ['a key after the certificates', [pem('/all', 'leaf', 'chain', 'key')], '/all', '/all'],
    [
      'the chain before the leaf in one file',
      [pem('/no', 'chain', 'leaf'), pem('/yes', 'leaf'), pem('/key', 'key')],
      '/key',
      '/yes',
    ],
    ['PKCS#12 in front', [pkcs12('/no.p12'), ...keyFirst], '/key', '/full'],
  ])('name the key and the certificate with %s', (_, files, key, certificate) => {
    expect(snippetOf(server, files)).toBe(serverRules(server)?.lines(key, certificate));
    expect(missingForServer(server, files)).toEqual([]);
  });

  it.each([
    ['a key', [pem('/full', 'leaf', 'chain')], ['key']],
    ['a certificate', [pem('/key', 'key'), pem('/chain', 'chain')], ['certificate']],
    ['a leaf before its chain', [pem('/key', 'key'), pem('/chain', 'chain', 'leaf')], ['certificate']],
    ['PEM', [pkcs12('/a.p12')], ['key', 'certificate']],
  ])('are missing without %s, with the reason', (_, files, missing) => {
    expect(snippetOf(server, files)).toBeNull();
    expect(missingForServer(server, files)).toEqual(missing);
  });
});

describe.each(serversFor('combined'))('the lines of %s', (server) => {
  it.each<[string, readonly SnippetFile[], string | null]>([
    ['one file with everything', combined, '/all'],
    ['such a file after others', [pkcs12('/a.p12'), ...keyFirst, ...combined], '/all'],
    ['one without and one with the chain', [pem('/less', 'key', 'leaf'), ...combined], '/all'],
    ['no chain', [pem('/less', 'leaf', 'key')], '/less'],
    ['separate key and certificate', keyFirst, null],
    ['the chain before the leaf', [pem('/all', 'key', 'chain', 'leaf')], null],
    ['PKCS#12', [pkcs12('/a.p12')], null],
  ])('name the file that contains both, with %s', (_, files, path) => {
    expect(snippetOf(server, files)).toBe(path === null ? null : serverRules(server)?.lines(path));
    expect(missingForServer(server, files)).toEqual(path === null ? ['combined'] : []);
  });
});

describe.each(serversFor('keystore'))('the lines of %s', (server) => {
  it('name the first PKCS#12 file, and need one', () => {
    const compatible = { ...pkcs12('/b.p12'), format: 'pkcs12Compatible' as const };
    expect(snippetOf(server, [...everything, pkcs12('/a.p12'), compatible])).toContain('/a.p12');
    expect(snippetOf(server, [compatible])).toContain('/b.p12');
    expect(snippetOf(server, everything)).toBeNull();
    expect(missingForServer(server, everything)).toEqual(['keystore']);
  });
});

/** The required content of the file named by a line. */
const claims: readonly (readonly [RegExp, (file: SnippetFile) => boolean])[] = [
  [/^(?:ssl_certificate_key|SSLCertificateKeyFile| {2}key:) /u, (file) => isPem(file) && hasKey(file)],
  [/^(?:ssl_certificate|SSLCertificateFile| {2}cert:) /u, (file) => isPem(file) && isLeafFirst(file)],
  [/^bind .* crt /u, (file) => isPem(file) && hasKey(file) && isLeafFirst(file)],
  [/certificateKeystoreFile=|Import-PfxCertificate/u, ({ format }) => format.startsWith('pkcs12')],
  [/^kubectl /u, ({ format }) => format === 'kubernetes'],
];
const isPem = ({ format }: SnippetFile) => format === 'pem';
const hasKey = ({ parts }: SnippetFile) => parts.includes('key');
const isLeafFirst = ({ parts }: SnippetFile) => parts.filter((part) => part !== 'key')[0] === 'leaf';

it('lines never name a file without the required content, for any files', () => {
  const format = fc.constantFrom<PresetFormat>('pem', 'pem', ...presetFormats);
  const file = fc.record({ format, parts: fc.shuffledSubarray([...presetParts]) });
  fc.assert(
    fc.property(fc.constantFrom(...presetServers), fc.array(file, { maxLength: 6 }), (server, made) => {
      const files = made.map((one, index) => ({ ...one, path: `/file${index}` }));
      const snippet = snippetOf(server, files);
      expect(snippet === null).toBe(missingForServer(server, files).length > 0);
      for (const line of (snippet ?? '').split('\n').filter((text) => text.includes('/file'))) {
        const named = files.find(({ path }) => line.includes(path));
        const claim = claims.find(([pattern]) => pattern.test(line))?.[1];
        expect(named !== undefined && claim?.(named), line).toBe(true);
      }
    }),
    { numRuns: soakCount(2_000) },
  );
});
