import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answerSchema,
  helloSchema,
  LineReader,
  PROTOCOL,
  proofOf,
  readMessage,
  requestSchema,
  serverProofSchema,
  toLine,
} from '#main/cli/protocol.ts';
import { projectFolder } from '#scripts/lib/paths.ts';

const ask = {
  kind: 'run' as const,
  words: ['status'],
  cwd: '/',
  process: process.pid,
  credentials: null,
  secret: null,
  path: null,
  terminal: { columns: 80, hasColour: true, locales: ['en'], region: '', timeZone: '' },
};
const read = (line: string) => readMessage(requestSchema, line);
const readAnswer = (line: string) => readMessage(answerSchema, line);

describe('a request', () => {
  it('is read as it was sent', () => {
    expect(read(toLine({ ask }).trimEnd())).toEqual({ ask });
  });

  it('may name 5,000 orders', () => {
    const many = { ask: { ...ask, words: ['status', ...Array(5000).fill('a'.repeat(100))] } };
    expect(read(toLine(many).trimEnd())).toEqual(many);
  });

  it.each([
    ['no JSON', 'status'],
    ['nothing', ''],
    ['no object', '7'],
    ['no words', JSON.stringify({ ask: { ...ask, words: [] } })],
    ['words that are none', JSON.stringify({ ask: { ...ask, words: [1] } })],
    ['too many words', JSON.stringify({ ask: { ...ask, words: Array(50_001).fill('a') } })],
    ['another question', JSON.stringify({ ask: { kind: 'quit' } })],
    ['a terminal without columns', JSON.stringify({ ask: { ...ask, terminal: {} } })],
  ])('with %s is refused', (_what, line) => {
    expect(read(line)).toBeNull();
  });
});

describe('an answer', () => {
  it('is read as it was sent', () => {
    for (const answer of [{ out: 'a\n' }, { err: '' }, { exit: 3 }, { holder: 'app' as const }])
      expect(readAnswer(toLine(answer))).toEqual(answer);
  });

  it.each(['', '{}', '{"exit":"0"}', '{"exit":-1}', '{"exit":256}', '{"holder":"root"}', '[]'])(
    '"%s" is none',
    (line) => {
      expect(readAnswer(line)).toBeNull();
    },
  );
});

describe('the document of the protocol', () => {
  const text = readFileSync(join(projectFolder, 'docs', 'command-protocol.md'), 'utf8');
  const lines = [...text.matchAll(/^[<>] (.*)$/gmu)].map(([, line = '']) => line);
  const [hello = '', first = '', second = '', request = '', ...answers] = lines;

  it('has the proofs of both sides', () => {
    const [, key = ''] = /the key is `(\w+)`/u.exec(text) ?? [];
    const [, path = ''] = /`PATH` is `([^`]+)`/u.exec(text) ?? [];
    const { nonce: clientNonce } = helloSchema.parse(JSON.parse(hello));
    const { nonce: serverNonce, proof, ...server } = serverProofSchema.parse(JSON.parse(first));
    const handshake = { key, path, clientNonce, serverNonce, ...server };
    expect(server.protocol).toBe(PROTOCOL);
    expect(proof).toBe(proofOf('server', handshake));
    expect(JSON.parse(second)).toEqual({ proof: proofOf('client', handshake) });
  });

  it('has a request and answers as they are read and written', () => {
    expect(toLine(read(request) ?? {})).toBe(`${request}\n`);
    for (const answer of answers) expect(toLine(readAnswer(answer) ?? {})).toBe(`${answer}\n`);
    expect(answers).toHaveLength(3);
  });
});

function linesOf(bytes: Buffer | string, reader: LineReader): readonly (string | null)[] {
  const lines: (string | null)[] = [];
  reader.take(Buffer.from(bytes), (line) => lines.push(line) > 0);
  return lines;
}

describe('LineReader', () => {
  it('returns complete lines, however the bytes are split', () => {
    const bytes = Buffer.from('{"a":"订单"}\n\n{"b":1}\nrest');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const reader = new LineReader(100);
      const lines = [bytes.subarray(0, cut), bytes.subarray(cut)].flatMap((part) => linesOf(part, reader));
      expect(lines).toEqual(['{"a":"订单"}', '', '{"b":1}']);
    }
  });

  it('fails on a line that is too long, complete or not', () => {
    expect(linesOf('abcd', new LineReader(3))).toEqual([null]);
    expect(linesOf('abcd\n', new LineReader(3))).toEqual([null]);
    expect(linesOf('abc\n', new LineReader(3))).toEqual(['abc']);
    const reader = new LineReader(3);
    expect(linesOf('ab', reader)).toEqual([]);
    expect(linesOf('cd', reader)).toEqual([null]);
  });

  it('accepts longer lines after its limit was raised', () => {
    const reader = new LineReader(3);
    const lines: unknown[] = [];
    reader.take(Buffer.from('abc\nabcdef\nabcdefg\n'), (line) => {
      lines.push(line);
      reader.max = 6;
      return true;
    });
    expect(lines).toEqual(['abc', 'abcdef', null]);
  });

  it('gives no line after the one at which reading ended', () => {
    const lines: unknown[] = [];
    new LineReader(3).take(Buffer.from('a\nb\nabcd'), (line) => {
      lines.push(line);
      return false;
    });
    expect(lines).toEqual(['a']);
  });
});
