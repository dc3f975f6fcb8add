import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFirstLine } from '#main/cli/firstLine.ts';
import { parseCommand } from '#main/cli/parseCommand.ts';
import { LineReader, REQUEST_LINE_MAX, REQUEST_MAX, readMessage, requestSchema } from '#main/cli/protocol.ts';
import { divideArguments } from '#main/cli/words.ts';
import { READ_MAX } from '#main/deployment/clipboard/pageClipboard.ts';
import { parsePacResult } from '#main/orders/api/routes.ts';
import { CredentialTokens } from '#main/orders/connections/credentialTokens.ts';
import { acceptRelease, MOST_RELEASE_BYTES } from '#main/settings/update/signedRelease.ts';
import { offerOf } from '#main/settings/update/updateSource.ts';
import { JsonColumns } from '#main/storage/json.ts';
import { chainSchema, findingsSchema } from '#main/storage/rowSchemas.ts';
import { openPkcs12 } from '#main/x509/pkcs12/openPkcs12.ts';
import { readPkcs7 } from '#main/x509/pkcs12/pkcs7.ts';
import { surelyRids } from '#shared/domain/pastedSetup.ts';
import { parseRids } from '#shared/domain/rids.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { element } from '#test/support/derElement.ts';
import { fill, filled, filledBy, jsonTexts, MB, MiB, many, type OutsideReader } from './inputs.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const nulls = (bytes: number) => Buffer.alloc(bytes & ~1, hex('0500'));
const columns = new JsonColumns('orders', null);
const facts = {
  ...{ fingerprint256: 'ab', subject: 'CN=a', issuer: 'CN=b', issuerName: 'b', serialNumber: '01' },
  ...{ keyType: 'EC', keyBits: null, curve: 'P-256', commonName: 'a', subjectAltNames: ['a.example'] },
  ...{ notBefore: 0, notAfter: 1, isCa: false, selfIssued: false },
};

const release = (parts: object) =>
  JSON.stringify({
    ...{ format: 1, version: '1.0.0', minimumVersion: '1.0.0', files: [], notes: '', ...parts },
    ...{ releasedAt: '2026-01-01', signedAt: '2026-01-01T00:00:00Z' },
  });

export const localReaders: readonly OutsideReader[] = [
  {
    name: 'clipboard',
    inputs: fill(
      {
        words: () => filled('ab12cd34 ', READ_MAX),
        quotes: () => filled('"', READ_MAX),
        'opening quotes': () => filled('“', READ_MAX),
        blanks: () => `${filled(' ', READ_MAX)}x`,
        'invisible characters': () => filled('\u200bx', READ_MAX),
        slashes: () => `https://a.example/${filled('/', READ_MAX)}`,
        labels: () => filled('token: bearer ', READ_MAX),
        'line ends': () => filled('\n', READ_MAX),
        cells: () => filled('a|b|c\n', READ_MAX),
      },
      (text) => surelyRids(text, ['ab12cd34']),
    ),
  },
  {
    name: 'pasted orders',
    inputs: fill(
      {
        words: () => filled('ab12cd34 ', textLimits.rids),
        quotes: () => filled('"', textLimits.rids),
        blanks: () => `${filled(' ', textLimits.rids)}x`,
        'invisible characters': () => filled('\u200bx', textLimits.rids),
      },
      parseRids,
    ),
  },
  {
    name: 'command socket',
    inputs: fill(
      {
        ...jsonTexts(REQUEST_LINE_MAX),
        words: () =>
          JSON.stringify({
            ask: {
              kind: 'run',
              words: many(50_000, (index) => `w${index}`),
              cwd: '/',
              process: process.pid,
              credentials: null,
              secret: null,
              path: { kind: 'read', text: filled('A', REQUEST_LINE_MAX - REQUEST_MAX) },
              terminal: { columns: 80, hasColour: false, locales: [], region: '', timeZone: '' },
            },
          }),
        'faulty words': () => JSON.stringify({ ask: { kind: 'run', words: many(300_000, () => 1) } }),
      },
      (text) =>
        new LineReader(REQUEST_LINE_MAX).take(Buffer.from(`${text}\n`), (line) => {
          readMessage(requestSchema, line ?? '');
          return true;
        }),
    ),
  },
  {
    name: 'command line',
    inputs: Object.fromEntries(
      Object.entries({
        'many words': () => ['orders', 'add', ...many(50_000, (index) => `w${index}`)],
        'long words': () => ['orders', 'add', ...many(250, () => 'x'.repeat(4096))],
        options: () => ['status', ...many(50_000, (index) => `--o${index}=1`)],
        'one option again and again': () => ['check', ...many(50_000, () => '-w')],
        'an option of blanks': () => ['check', '--warning', `${filled(' ', 4095)}x`],
        'lists of tags': () => [
          'orders',
          'tag',
          ...many(250, () => filled('a,', 4096)),
          '--add',
          filled('a,', 4096),
        ],
        fingerprints: () => ['connections', 'add', 'https://a.example', '--ca-sha256', filled('AB:', 4096)],
      }).map(([name, make]) => [
        name,
        () => {
          const words = make();
          return () => [divideArguments(words), parseCommand(words)];
        },
      ]),
    ),
  },
  {
    name: 'token and passphrase files',
    inputs: fill(
      {
        'an address that does not end': () => `https://${filled('a', 8192)}`,
        'an address and blanks': () => `https://a.example${filled(' ', 8192 - 100)}`,
        blanks: () => `${filled(' \n', 8192)}x`,
        'a long first line': () => filled('x', MiB),
        'line ends': () => filled('\r\n', MiB),
        'text in UTF-16': () =>
          Buffer.from(filled('https://a.example t', 4000), 'utf16le').toString('latin1'),
      },
      async (text) => {
        const folder = await mkdtemp(join(tmpdir(), 'notafter-token-'));
        try {
          const path = join(folder, 'notafter-token-c0');
          await writeFile(path, text);
          const tokens = new CredentialTokens(folder, { list: () => [], find: () => null });
          await tokens.isThere({ name: 'c0', baseUrl: 'https://a.example' }, null);
          readFirstLine(path, textLimits.secret);
        } finally {
          await rm(folder, { recursive: true });
        }
      },
    ),
  },
  {
    name: 'row of the database',
    inputs: Object.fromEntries(
      Object.entries({
        ...jsonTexts(MiB),
        'facts with many names': () =>
          JSON.stringify([{ ...facts, subjectAltNames: many(35_000, (index) => `h${index}`) }]),
        'a chain': () => JSON.stringify(many(1000, () => facts)),
        findings: () => JSON.stringify(many(10_000, () => ({ kind: 'malformed', subject: 'CN=a' }))),
        'faulty findings': () => JSON.stringify(many(10_000, () => ({ kind: 'malformed' }))),
        'findings of no kind': () => JSON.stringify(many(10_000, (index) => ({ kind: `${index}` }))),
        'a finding of many names': () =>
          JSON.stringify([{ kind: 'namesLost', names: many(35_000, (index) => `h${index}`) }]),
      }).flatMap(([name, make]) => [
        [`chain: ${name}`, filledBy(make, (text) => columns.read('chain', chainSchema, text))],
        [`findings: ${name}`, filledBy(make, (text) => columns.read('findings', findingsSchema, text))],
      ]),
    ),
  },
  {
    name: 'update feed',
    inputs: fill(
      {
        notes: () => release({ notes: filled('\u0001 \r', 20_000) }),
        blanks: () => release({ notes: filled(' ', 20_000) }),
        elements: () => filled('[', MOST_RELEASE_BYTES),
        files: () => release({ files: many(30_000, () => 1) }),
      },
      (text) => {
        const accepted = acceptRelease({ release: Buffer.from(text), signature: null }, [], null);
        return accepted.ok ? offerOf(accepted.value, true, '0.0.1') : null;
      },
    ),
  },
  {
    name: 'proxy settings',
    inputs: fill(
      { entries: () => filled('PROXY a:1;', MiB), blanks: () => `PROXY${filled(' ', MiB)}x` },
      parsePacResult,
    ),
  },
  {
    name: 'PKCS#12 and PKCS#7 files',
    inputs: {
      'PKCS#12 of elements': () => {
        const bytes = element(0x30, hex('020103'), element(0x30, nulls(MB)));
        return () => openPkcs12(bytes, 'passphrase');
      },
      'PKCS#7 of elements': () => {
        const bytes = element(0x30, nulls(MB));
        return () => {
          try {
            return readPkcs7(bytes);
          } catch {
            return null;
          }
        };
      },
    },
  },
];
