import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CredentialTokens } from '#main/orders/connections/credentialTokens.ts';
import { err, ok } from '#shared/result.ts';

const connection = {
  ...{ id: 'c0', name: 'shop', baseUrl: 'https://a.example', ca: null },
  ...{ createdAt: 0, chosenCa: null, tokenFile: null, consoleUrl: null },
};
const file = 'notafter-token-shop';

function tokenIn(content: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-token-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, file), content, { mode: 0o400 });
  return new CredentialTokens(folder, { list: () => [connection], find: () => connection }).find('c0');
}

const text = 'https://a.example to.ken-1\r\n';
const utf16 = (content: string) => Buffer.from(content, 'utf16le');

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16 with its mark, as PowerShell redirects it', utf16(`\ufeff${text}`)],
  ['UTF-16 without a mark', utf16(text)],
  ['UTF-16 in network order with its mark', utf16(`\ufeff${text}`).swap16()],
  ['UTF-16 in network order without a mark', utf16(text).swap16()],
  ['ASCII with a zero byte at the end', Buffer.from(`${text}\0`)],
  ['lines with spaces and an empty one at their ends', Buffer.from('https://a.example \n to.ken-1 \n\n')],
])('a token is read from a file in %s', async (_, content) => {
  expect(await tokenIn(content)).toEqual(ok('to.ken-1'));
});

it.each([
  ['empty', '', 'noToken'],
  ['only a byte order mark', utf16('\ufeff'), 'noToken'],
  ['several tokens', 'https://a.example one\ntwo', 'notAToken'],
  ['letters that no token has', 'https://a.example töken', 'notAToken'],
  ['Latin-1', Buffer.from('https://a.example töken', 'latin1'), 'notUtf8'],
  ['GBK', Buffer.from('c3dcc2eb', 'hex'), 'notUtf8'],
])('a file that is %s is refused with the cause', async (_, content, reason) => {
  expect(await tokenIn(content)).toEqual(err({ file, reason, code: '' }));
});
