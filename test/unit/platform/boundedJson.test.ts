import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonLimits, overLimit, parseBounded } from '#main/platform/boundedJson.ts';

const limits: JsonLimits = { depth: 3, containers: 4, values: 5, names: 2, string: 10 };

describe('a JSON text', () => {
  it.each([
    ['within all limits', '{"a":[1,2,{"b":"0123456789"}]}'],
    ['with brackets, commas and colons in strings', '["[[[[",",,,,,,","\\"[{:"]'],
    ['with a name that occurs again', '[{"a":1},{"a":2},{"a":3}]'],
    ['with a number of all digits that a double has', `[-${'9'.repeat(309)}.${'9'.repeat(500)}e-300]`],
    ['with white space before colons', '{"a" : 1, "b"\n: 2}'],
  ])('%s is parsed', (_, text) => {
    expect(parseBounded(text, limits)).toEqual(JSON.parse(text));
  });

  it.each([
    ['too deep', '[[[[1]]]]'],
    ['of too many lists and objects', '[[],{},[],[]]'],
    ['of too many values', '[1,2,3,4,5,6,7]'],
    ['of too many names', '{"a":1,"b" :2,"c"\t\n:3}'],
    ['with too long a string', '["0123456789a"]'],
    ['with too long a number', `[1${'0'.repeat(1000)}]`],
    ['with a string that does not end', `["${'\\'.repeat(20)}`],
  ])('%s is refused before it is parsed', (_, text) => {
    expect(() => parseBounded(text, limits)).toThrow(new SyntaxError('The text is over a limit'));
  });

  it('is refused by the parser alone if the limits are wide', () => {
    const wide: JsonLimits = { depth: 1e6, containers: 1e6, values: 1e6, names: 1e6, string: 1e6 };
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseBounded(text, wide)).toEqual(JSON.parse(text));
      }),
    );
  });
});

it('a long text is checked in steps', () => {
  const steps = [...overLimit(`[${'1,'.repeat(200_000)}1]`, { ...limits, values: 1e6 })];
  expect(steps.length).toBeGreaterThan(5);
});
