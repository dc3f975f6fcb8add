import { describe, expect, it } from 'vitest';
import { LineReader } from '#main/cli/lineReader.ts';
import { PROTOCOL, readAnswer, readRequest, toLine } from '#main/cli/protocol.ts';

const key = 'k'.repeat(64);
const ask = {
  kind: 'run' as const,
  words: ['status'],
  cwd: '/',
  passphrase: null,
  terminal: { columns: 80, hasColour: true, locales: ['en'] },
};
const request = { protocol: PROTOCOL, version: '1.0.0', key, ask };
const read = (value: unknown) => readRequest(JSON.stringify(value), key);

describe('a request', () => {
  it('is read as it was sent', () => {
    expect(readRequest(toLine(request).trimEnd(), key)).toEqual(request);
  });

  it.each([
    ['no JSON', 'status'],
    ['nothing', ''],
    ['no object', '7'],
    ['another key', JSON.stringify({ ...request, key: 'x'.repeat(64) })],
    ['no key', JSON.stringify({ ...request, key: undefined })],
    ['no words', JSON.stringify({ ...request, ask: { ...ask, words: [] } })],
    ['words that are none', JSON.stringify({ ...request, ask: { ...ask, words: [1] } })],
    ['too many words', JSON.stringify({ ...request, ask: { ...ask, words: Array(1001).fill('a') } })],
    ['another question', JSON.stringify({ ...request, ask: { kind: 'quit' } })],
    ['a terminal without columns', JSON.stringify({ ...request, ask: { ...ask, terminal: {} } })],
  ])('with %s is refused', (_what, line) => {
    expect(readRequest(line, key)).toBeNull();
  });

  it('of another protocol is told apart, whatever else is in it, but only with the key', () => {
    expect(read({ protocol: 99, key, anything: true })).toBe('mismatch');
    expect(read({ protocol: 99, key: 'x' })).toBeNull();
  });
});

describe('an answer', () => {
  it('is read as it was sent', () => {
    for (const answer of [
      { out: 'a\n' },
      { err: '' },
      { exit: 3 },
      { mismatch: '2' },
      { holder: 'app' as const },
    ])
      expect(readAnswer(toLine(answer))).toEqual(answer);
  });

  it.each(['', '{}', '{"exit":"0"}', '{"exit":-1}', '{"exit":256}', '{"holder":"root"}', '[]'])(
    '"%s" is none',
    (line) => {
      expect(readAnswer(line)).toBeNull();
    },
  );
});

describe('LineReader', () => {
  it('gives whole lines, however the bytes are cut', () => {
    const bytes = Buffer.from('{"a":"订单"}\n\n{"b":1}\nrest');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const reader = new LineReader(100);
      const lines = [
        ...(reader.take(bytes.subarray(0, cut)) ?? []),
        ...(reader.take(bytes.subarray(cut)) ?? []),
      ];
      expect(lines).toEqual(['{"a":"订单"}', '', '{"b":1}']);
    }
  });

  it('gives up on a line that is too long, ended or not', () => {
    expect(new LineReader(3).take(Buffer.from('abcd'))).toBeNull();
    expect(new LineReader(3).take(Buffer.from('abcd\n'))).toBeNull();
    expect(new LineReader(3).take(Buffer.from('abc\n'))).toEqual(['abc']);
    const reader = new LineReader(3);
    expect(reader.take(Buffer.from('ab'))).toEqual([]);
    expect(reader.take(Buffer.from('cd'))).toBeNull();
  });
});
