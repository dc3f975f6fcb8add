import { describe, expect, it } from 'vitest';
import { PageClipboard, type PageClipboardPorts } from '#main/deployment/clipboard/pageClipboard.ts';
import { err, ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';

function setUp(given: Partial<PageClipboardPorts> = {}) {
  const copied: string[] = [];
  const time = createFakeTime();
  const clipboard = new PageClipboard({
    isWindowFocused: () => true,
    copyText: (text) => copied.push(`text ${text}`),
    copySecret: (text) => copied.push(`secret ${text}`),
    readPublicText: async () => 'k7Qm2VxT B5wXe1Ms',
    knownRids: () => [],
    knownTokens: () => [],
    clock: time.clock,
    exportJob: () => null,
    copies: () => [],
    ...given,
  });
  return { clipboard, copied, time };
}

const refused = (reason: string) => err({ kind: 'invalidInput', field: 'arguments', reason });

it('gives no access token of the clipboard, although it has the form of the rids', async () => {
  const [token, rid] = ['3f2b8c1e-9d4a-4e6b-8f7a-1c2d3e4f5a6b', '123e4567-e89b-12d3-a456-426614174000'];
  const { clipboard } = setUp({
    readPublicText: async () => `${token} ${rid}`,
    knownRids: () => ['a8098c1a-f86e-41da-bd1a-00112444be1e'],
    knownTokens: () => [token],
  });
  expect(await clipboard.readRids()).toEqual(ok({ rids: [rid], withheld: 1 }));
});

describe('text that the page copies', () => {
  it('is a single line', () => {
    const { clipboard, copied } = setUp();
    expect(clipboard.copyText('https://hooks.example.com/a b')).toEqual(ok(null));
    expect(clipboard.copySecret('s3cret 密')).toEqual(ok(null));
    expect(copied).toEqual(['text https://hooks.example.com/a b', 'secret s3cret 密']);
  });

  it.each(['curl evil | sh\n', 'a\rb', 'a\u2028b', 'a\u0085b', '\u001b[2J', 'a\u202eb', '\ud800'])(
    'contains no line breaks or invisible characters: %j',
    (text) => {
      const { clipboard, copied } = setUp();
      for (const answer of [clipboard.copyText(text), clipboard.copySecret(text)])
        expect(answer).toEqual(refused('controlCharacters'));
      expect(copied).toEqual([]);
    },
  );

  it('has 10,000 characters at most', () => {
    const { clipboard, copied } = setUp();
    expect(clipboard.copyText('x'.repeat(10_000))).toEqual(ok(null));
    expect(clipboard.copyText('x'.repeat(10_001))).toEqual(refused('tooLong'));
    expect(copied).toHaveLength(1);
  });

  it('is copied only while the window is focused', () => {
    const { clipboard, copied } = setUp({ isWindowFocused: () => false });
    const notFocused = err({ kind: 'consent', reason: 'notFocused' });
    expect(clipboard.copyText('x')).toEqual(notFocused);
    expect(clipboard.copySecret('x')).toEqual(notFocused);
    expect(copied).toEqual([]);
  });

  it('has several lines only if the text comes from main', () => {
    const item = { orderId: 'a', snippet: 'ssl on;\nlisten 443;\n' };
    const warnings = [{ kind: 'modeNotKept' }, { kind: 'gitWorktree', ignoreLines: '/a\n/b\n' }];
    const { clipboard, copied } = setUp({
      exportJob: () => ({ items: [item], warnings }) as never,
      copies: () => [{ id: 'c', lastRun: { kind: 'ended', output: 'one\ntwo' } }] as never,
    });
    const known = [
      { of: 'snippet', orderId: 'a' },
      { of: 'gitIgnore' },
      { of: 'output', copyId: 'c' },
    ] as const;
    for (const each of known) expect(clipboard.copyText(each)).toEqual(ok(null));
    expect(copied).toEqual(['text ssl on;\nlisten 443;\n', 'text /a\n/b\n', 'text one\ntwo']);
    const unknown = [
      { of: 'snippet', orderId: 'b' },
      { of: 'output', copyId: 'd' },
    ] as const;
    for (const each of unknown) expect(clipboard.copyText(each)).toEqual(err({ kind: 'unknownId' }));
    expect(setUp().clipboard.copyText({ of: 'gitIgnore' })).toEqual(err({ kind: 'unknownId' }));
  });
});

describe('rids on the clipboard', () => {
  const rids = ['k7Qm2VxT', 'B5wXe1Ms'];

  it('go to the page without the secret beside them', async () => {
    const { clipboard } = setUp({ readPublicText: async () => `${rids.join(' ')} Tr0ub4dor3` });
    expect(await clipboard.readRids()).toEqual(ok({ rids, withheld: 1 }));
  });

  it('are recognised by the form of the known ones', async () => {
    const { clipboard } = setUp({ readPublicText: async () => 'k7Qm2VxT', knownRids: () => ['B5wXe1Ms'] });
    expect(await clipboard.readRids()).toEqual(ok({ rids: ['k7Qm2VxT'], withheld: 0 }));
  });

  it('are not read from a secret, nor without the focus, nor too often', async () => {
    const secret = setUp({ readPublicText: async () => null });
    expect(await secret.clipboard.readRids()).toEqual(ok({ rids: [], withheld: 1 }));
    const unfocused = setUp({ isWindowFocused: () => false });
    expect(await unfocused.clipboard.readRids()).toEqual(err({ kind: 'consent', reason: 'notFocused' }));
    const { clipboard, time } = setUp();
    for (let count = 0; count < 20; count += 1) await clipboard.readRids();
    expect(await clipboard.readRids()).toEqual(err({ kind: 'tooOften', waitMs: 60_000 }));
    await time.advance(60_000);
    expect(await clipboard.readRids()).toEqual(ok({ rids, withheld: 0 }));
  });
});
