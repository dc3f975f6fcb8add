import { expect, it } from 'vitest';
import { OUTPUT_MAX, OutputEnd } from '#main/platform/programs/programRunner.ts';

function endOf(...pieces: readonly string[]) {
  const output = new OutputEnd();
  for (const piece of pieces) output.add(piece);
  return output.end();
}

it('is the printed text, in order', () => {
  expect(endOf('one\n', 'two', ' 三\n')).toEqual({ output: 'one\ntwo 三\n', isCut: false });
});

it.each([
  ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
  ['titles', '\u001b]0;title\u0007text', 'text'],
  ['links', '\u001b]8;;https://x.example/\u001b\\label\u001b]8;;\u001b\\', 'label'],
  ['controls', 'a\u0000b\bc\u007fd\u0085e\tf', 'abcde\tf'],
  ['turned text', 'a\u202eb\u2066c', 'abc'],
  ['ends of lines', 'a\r\nb\rc', 'a\nb\nc'],
  ['half a pair', 'a\ud83d', 'a\ufffd'],
])('is plain text: %s', (_name, printed, output) => {
  expect(endOf(printed)).toEqual({ output, isCut: false });
});

it('contains no escape sequence split over two chunks', () => {
  expect(endOf('\u001b[3', '1mred')).toMatchObject({ output: 'red' });
});

it.each([
  [OUTPUT_MAX, false],
  [OUTPUT_MAX + 1, true],
  [OUTPUT_MAX * 50, true],
])('is only the end: of %i characters', (length, isCut) => {
  const { output, isCut: was } = endOf('a'.repeat(length - 3), 'end');
  expect({ bytes: Buffer.byteLength(output), isCut: was }).toEqual({
    bytes: Math.min(length, OUTPUT_MAX),
    isCut,
  });
  expect(output.endsWith('aend')).toBe(true);
});

it('splits no character', () => {
  const { output } = endOf('三'.repeat(OUTPUT_MAX));
  expect(output).toBe('三'.repeat(Math.floor(OUTPUT_MAX / 3)));
});

it('keeps little of a program that prints endlessly', () => {
  const output = new OutputEnd();
  for (let index = 0; index < 2000; index += 1) output.add('x'.repeat(64 * 1024));
  expect(output.end()).toEqual({ output: 'x'.repeat(OUTPUT_MAX), isCut: true });
});
