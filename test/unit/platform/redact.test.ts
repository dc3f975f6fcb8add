import { describe, expect, it } from 'vitest';
import { redact } from '#main/platform/redact.ts';

describe('text that looks like a secret, an address or a path', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nMIISENTINELMII\n-----END PRIVATE KEY-----';
  it.each([
    ['a PEM block', `read ${key} there`],
    ['a PEM block that was cut', key.slice(0, 45)],
    ['a token in a header', 'Authorization: Bearer SENTINEL'],
    ['an address', 'GET https://SENTINEL.example/openapi?token=SENTINEL failed'],
    ['a data folder on Linux', "ENOENT: no such file, open '/home/SENTINEL/.config/NotAfter/notafter.db'"],
    ['a data folder on Windows', 'EPERM C:\\Users\\SENTINEL\\AppData\\Roaming\\NotAfter'],
    ['a folder on the network', '\\\\SENTINEL\\share\\certificates'],
    ['a mail address', 'issued to SENTINEL@mail.example'],
    ['a long token', `SENTINEL${'a1B2'.repeat(10)}`],
  ])('is removed: %s', (_, text) => {
    expect(redact(text)).not.toContain('SENTINEL');
  });
});

it.each([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'TypeError',
  'poll orderPoller.ts:120:14 < run index.js:1:98765',
  '0b6a1f8e-6f0e-4f0a-9d51-2b8c1f4f6e11',
  'exports of an earlier run were not repaired',
  'and/or 12:30',
])('is kept: %s', (text) => {
  expect(redact(text)).toBe(text);
});

it('is cut if longer than any code or name', () => {
  expect(redact('word '.repeat(200)).length).toBeLessThan(310);
});
