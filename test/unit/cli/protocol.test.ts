import { describe, expect, it } from 'vitest';
import { LineReader } from '#main/cli/lineReader.ts';
import { answerSchema, readMessage, requestSchema, toLine } from '#main/cli/protocol.ts';

const ask = {
  kind: 'run' as const,
  words: ['status'],
  cwd: '/',
  passphrase: null,
  terminal: { columns: 80, hasColour: true, locales: ['en'] },
};
const read = (line: string) => readMessage(requestSchema, line);
const readAnswer = (line: string) => readMessage(answerSchema, line);

describe('a request', () => {
  it('is read as it was sent', () => {
    expect(read(toLine({ ask }).trimEnd())).toEqual({ ask });
  });

  it.each([
    ['no JSON', 'status'],
    ['nothing', ''],
    ['no object', '7'],
    ['no words', JSON.stringify({ ask: { ...ask, words: [] } })],
    ['words that are none', JSON.stringify({ ask: { ...ask, words: [1] } })],
    ['too many words', JSON.stringify({ ask: { ...ask, words: Array(1001).fill('a') } })],
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
