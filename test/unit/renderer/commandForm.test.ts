import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCommandDraft } from '#renderer/components/commandDraft.ts';
import { joinCommand, splitCommand } from '#shared/domain/commandWords.ts';

const platforms = ['linux', 'win32'] as const;

describe('splitCommand', () => {
  it.each([
    ['', []],
    ['  \t ', []],
    ['nginx -s reload', ['nginx', '-s', 'reload']],
    ["  /usr/bin/a   'two words'  ", ['/usr/bin/a', 'two words']],
    ['a "two words" b', ['a', 'two words', 'b']],
    ['a""b', ['ab']],
    ['a "" b', ['a', '', 'b']],
    [`a "it's" 'say "hi"'`, ['a', "it's", 'say "hi"']],
    ['a --name="Customer portal"', ['a', '--name=Customer portal']],
    ['echo $HOME * | cat > x', ['echo', '$HOME', '*', '|', 'cat', '>', 'x']],
  ])('splits %j into the words that a shell would pass', (line, words) => {
    for (const platform of platforms)
      expect(splitCommand(line, platform)).toEqual({ ok: true, value: words });
  });

  it.each([
    [String.raw`a two\ words \"b\"`, ['a', 'two words', '"b"']],
    [String.raw`a "\"b\" \\ \n"`, ['a', String.raw`"b" \ \n`]],
    [String.raw`a '\"'`, ['a', String.raw`\"`]],
    ['a\\', ['a\\']],
  ])('takes the character after a backslash as it is: %j', (line, words) => {
    expect(splitCommand(line, 'linux')).toEqual({ ok: true, value: words });
  });

  it.each([
    [String.raw`C:\nginx\nginx.exe -p C:\dir\ -s`, [String.raw`C:\nginx\nginx.exe`, '-p', 'C:\\dir\\', '-s']],
    [String.raw`"C:\Program Files\a.exe" \"b`, [String.raw`C:\Program Files\a.exe`, '"b']],
  ])('keeps the backslashes of Windows paths: %j', (line, words) => {
    expect(splitCommand(line, 'win32')).toEqual({ ok: true, value: words });
  });

  it.each(['a "b', "a 'b", `a "b'`])('refuses a quotation mark that is not closed: %j', (line) => {
    for (const platform of platforms)
      expect(splitCommand(line, platform)).toEqual({ ok: false, error: 'unclosedQuote' });
  });

  it.each(platforms)('reads back the words that joinCommand wrote (%s)', (platform) => {
    const word = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '\t') }));
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(splitCommand(joinCommand(words, platform), platform)).toEqual({ ok: true, value: words });
      }),
    );
  });
});

describe('checkCommandDraft', () => {
  const reason = (line: string) => {
    const checked = checkCommandDraft({ line }, 'linux');
    return checked.ok ? null : checked.error.line;
  };
  const long = (length: number) => 'x'.repeat(length);

  it('refuses a line without a program and one above main’s limits', () => {
    expect(reason(' ')).toMatchObject({ reason: 'empty' });
    expect(reason('" " a')).toMatchObject({ reason: 'empty' });
    expect(reason('/p "')).toMatchObject({ reason: 'unclosedQuote' });
    expect(reason(long(501))).toMatchObject({ reason: 'tooLong' });
    expect(reason(`/p ${long(250)} ${long(249)}`)).toMatchObject({ reason: 'tooLong' });
    expect(reason(`/p ${long(250)} ${long(248)}`)).toBeNull();
    expect(reason(`/p${' x'.repeat(11)}`)).toMatchObject({ reason: 'tooMany' });
    expect(reason(`/p${' x'.repeat(10)}`)).toBeNull();
  });

  it('gives the words to main', () => {
    expect(checkCommandDraft({ line: '/p "a b"' }, 'linux')).toEqual({ ok: true, value: ['/p', 'a b'] });
  });
});
