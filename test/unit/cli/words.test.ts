import { describe, expect, it } from 'vitest';
import { takeWordsFromEnvironment, wordsToEnvironment } from '#main/cli/words.ts';
import { wordText } from '#main/cli/wordText.ts';

const MAX_ARG_STRLEN = 131_072;

describe('the arguments of a command in the environment', () => {
  it.each([
    ['a few', ['status', '--json', '', 'a=b', '网上商店\n"quoted"']],
    ['5,000', Array.from({ length: 5000 }, (_, index) => `${index}-${'r'.repeat(60)}`)],
    ['long ones of control characters', Array<string>(50).fill('\u0001'.repeat(4096))],
    ['long ones of other scripts', Array<string>(50).fill('订'.repeat(4096))],
  ])('are read back unchanged, from variables within the limits of Linux: %s', (_what, words) => {
    const environment = { HOME: '/home/me', ...wordsToEnvironment(words) };
    for (const [name, value] of Object.entries(environment))
      expect(Buffer.byteLength(`${name}=${value}`)).toBeLessThan(MAX_ARG_STRLEN);
    expect(takeWordsFromEnvironment(environment)).toEqual(words);
    expect(environment).toEqual({ HOME: '/home/me' });
  });

  it('are missing in an ordinary start, if the variable is of another process, and if it is invalid', () => {
    expect(takeWordsFromEnvironment({ HOME: '/home/me' })).toBeNull();
    const ofParent = { [`NOTAFTER_COMMAND_${process.ppid}_0`]: '["status"]' };
    expect(takeWordsFromEnvironment(ofParent)).toBeNull();
    expect(takeWordsFromEnvironment({ [`NOTAFTER_COMMAND_${process.pid}_0`]: 'status' })).toBeNull();
  });
});

describe('wordText', () => {
  const token =
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

  it('shows the name of an option, and no token, also not as its value', () => {
    expect(wordText(`--user-data-dir=${token}`)).toMatch(/^--user-data-dir=•+/u);
    for (const word of [token, `--user-data-dir=${token}`, `--${token}`])
      expect(wordText(word)).not.toContain(token.slice(0, 20));
    expect(wordText('--format=json')).toBe('--format=json');
  });
});
