import { describe, expect, it } from 'vitest';
import { exportPassphraseProblem, fileProblem, planFile } from '#main/deployment/export/presetFiles.ts';
import { buildBundle } from '#main/x509/certificates/bundle.ts';
import { createTrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';
import { createAuthority, issue, now } from '../../x509/certificates/certificateFixtures.ts';

const pem = { key: 'KEY\n', leaf: 'LEAF\n', chain: ['ONE\n', 'TWO\n'], root: 'ROOT\n' };
const file: PresetFile = { name: 'a', format: 'pem', parts: ['leaf'], mode: '644', lineEnds: 'lf' };

function textOf(change: Partial<PresetFile>, from = pem): string {
  return Buffer.from(planFile({ ...file, ...change }, 'a', from, '').content ?? []).toString();
}

describe('a PEM file of a preset', () => {
  it('has its parts in order', () => {
    expect(textOf({ parts: ['key', 'leaf', 'chain'] })).toBe('KEY\nLEAF\nONE\nTWO\n');
    expect(textOf({ parts: ['leaf', 'chain', 'root', 'key'] })).toBe('LEAF\nONE\nTWO\nROOT\nKEY\n');
  });

  it('has the root only on request, and once if the chain is only the root', () => {
    expect(textOf({ parts: ['leaf', 'chain'] })).not.toContain('ROOT');
    expect(textOf({ parts: ['chain', 'root'] }, { ...pem, chain: ['ROOT\n'] })).toBe('ROOT\n');
  });

  it('has the chosen line ends', () => {
    expect(textOf({ parts: ['leaf', 'chain'], lineEnds: 'crlf' })).toBe('LEAF\r\nONE\r\nTWO\r\n');
  });

  it('is secret if it contains a key, and then never readable by everyone', () => {
    const planned = (change: Partial<PresetFile>) => planFile({ ...file, ...change }, 'a', pem, '');
    expect(planned({ parts: ['leaf', 'key'], mode: '644' })).toMatchObject({ secret: true, mode: 0o600 });
    expect(planned({ parts: ['key'], mode: '640' })).toMatchObject({ secret: true, mode: 0o640 });
    expect(planned({ mode: '644' })).toMatchObject({ secret: false, mode: 0o644 });
  });

  it.each<[PresetFile['parts'], typeof pem | { key: null } | object, string | null]>([
    [['key'], { key: null }, 'key'],
    [['chain'], { chain: [], root: null }, 'certificateChain'],
    [['root'], { root: null }, 'certificateChain'],
    [['leaf', 'chain', 'root'], { chain: [], root: null }, null],
  ])('of %j cannot be written without its part', (parts, lacking, part) => {
    const problem = fileProblem({ ...file, parts }, { ...pem, ...lacking });
    expect(problem).toEqual(part === null ? null : { kind: 'invalidMaterial', reason: 'pemMissing', part });
  });
});

it('PKCS#12 needs a passphrase, and is refused at once for a key that its format does not support', async () => {
  const authority = await createAuthority();
  const built = buildBundle(await issue(authority, { kind: 'ed25519' }), {
    now,
    anchors: createTrustAnchors([]),
  });
  if (!built.ok) throw new Error(JSON.stringify(built.error));
  const problems = ['iis', 'oldWindows'].map((id) => {
    const [only] = builtinPresets.find((preset) => preset.id === id)?.files ?? [];
    expect(planFile(only ?? file, 'a', built.value.pem, '')).toMatchObject({
      content: null,
      secret: true,
      mode: 0o600,
    });
    return fileProblem(only ?? file, built.value.pem);
  });
  expect(problems).toEqual([null, { kind: 'pkcs12', reason: 'keyKindNotSupported' }]);
});

describe('a passphrase for exported files', () => {
  it.each([
    ['is entered', 'Secret-12345'],
    ['has spaces within', 'correct horse'],
    ['has letters of other scripts, composed as keyboards type them', 'Prüfung 密码 한글 Việt'],
    ['has characters that have no composed form', 'ก็ x\u0301'],
  ])('%s', (_, passphrase) => {
    expect(exportPassphraseProblem(passphrase, false)).toBeNull();
  });

  it.each([
    ['is empty', '', 'empty'],
    ['begins with a space', ' Secret', 'outerSpace'],
    ['ends with a space, as “echo” of cmd.exe writes it', 'Secret ', 'outerSpace'],
    ['ends with a no-break or a wide space', 'Secret\u3000', 'outerSpace'],
    ['has a tab', 'Sec\tret', 'controlCharacters'],
    ['begins with a byte order mark', '\ufeffSecret', 'controlCharacters'],
    ['has a zero-width space', 'Sec\u200bret', 'controlCharacters'],
    ['has a separator of lines', 'Sec\u2028ret', 'controlCharacters'],
    ['has decomposed letters, as macOS writes file names', 'Pru\u0308fung', 'notComposed'],
    ['has a sign that no keyboard types', '10 \u212b', 'notComposed'],
    ['has an emoji', 'key 🔑', 'beyondBmp'],
  ])('is refused if it %s', (_, passphrase, reason) => {
    expect(exportPassphraseProblem(passphrase, false)).toEqual({
      kind: 'invalidInput',
      field: 'passphrase',
      reason,
    });
  });

  it('is ASCII for Java', () => {
    expect(exportPassphraseProblem('Prüfung', true)).toMatchObject({ reason: 'notAscii' });
    expect(exportPassphraseProblem('Secret-12345', true)).toBeNull();
  });
});
