import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellWord } from '#main/cli/context.ts';
import { needsPrograms } from '#scripts/vitest/needs.ts';
import { isCleanText } from '#shared/text.ts';

/** The words as bash parses them. */
function readByShell(words: readonly string[]): readonly string[] {
  const script = `for word in ${words.join(' ')}; do printf '%s\\0' "$word"; done`;
  const environment = { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' };
  return execFileSync('bash', ['--norc', '-c', script], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
    .toString()
    .split('\0')
    .slice(0, -1);
}

describe('a path quoted for a shell', needsPrograms, () => {
  it.each([
    ['/etc/nginx/tls', '/etc/nginx/tls'],
    ['/srv/my files', "'/srv/my files'"],
    ["/srv/it's", "'/srv/it'\\''s'"],
    ['/srv/证书', "'/srv/证书'"],
    ['/srv/a\u202eb', "$'/srv/a\\u202eb'"],
    ['/srv/a\nb\u001b[31m', "$'/srv/a\\u000ab\\u001b[31m'"],
    ["/srv/it's\u2066\\n", "$'/srv/it\\'s\\u2066\\\\n'"],
  ])('%j is %s', (path, word) => {
    expect(shellWord(path)).toBe(word);
    expect(isCleanText(word)).toBe(true);
    expect(readByShell([word])).toEqual([path]);
  });

  it('names the same file for any characters, and has no invisible ones', () => {
    const unit = fc.constantFrom(
      ...[
        'a',
        '/',
        ' ',
        "'",
        '"',
        '\\',
        '$',
        '`',
        '!',
        '*',
        '~',
        '#',
        ';',
        '-',
        '证',
        '😀',
        'e\u0301',
        '0',
        'f',
      ],
      ...[
        '\u202e',
        '\u2069',
        '\u200e',
        '\u0001',
        '\n',
        '\t',
        '\u007f',
        '\u0085',
        '\u009b',
        '\u2028',
        '\ufeff',
      ],
    );
    const paths = fc.array(fc.string({ unit, minLength: 1, maxLength: 20 }), {
      minLength: 50,
      maxLength: 50,
    });
    fc.assert(
      fc.property(paths, (given) => {
        const words = given.map(shellWord);
        for (const word of words) expect(isCleanText(word)).toBe(true);
        expect(readByShell(words)).toEqual(given);
      }),
      { numRuns: 20 },
    );
  });
});
