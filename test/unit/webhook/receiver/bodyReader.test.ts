import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBody } from '#main/webhook/receiver/exchange.ts';

function read(most: number) {
  const request = new PassThrough();
  const bodies: string[] = [];
  const given: Buffer[] = [];
  const sizes: number[] = [];
  let tooLarge = 0;
  const reading = readBody(request as unknown as IncomingMessage, most, {
    grew: (bytes) => sizes.push(bytes),
    done(body) {
      bodies.push(body.toString());
      given.push(body);
    },
    tooLarge() {
      tooLarge += 1;
    },
  });
  return { request, bodies, given, sizes, reading, refusals: () => tooLarge };
}

/** What the stream gives out, one part after the other. */
function give(request: PassThrough, parts: readonly Buffer[]): void {
  for (const part of parts) request.emit('data', part);
}

const isZero = (bytes: Buffer) => bytes.every((byte) => byte === 0);

describe('reading a body', () => {
  it('gives the complete body, and overwrites it in memory', () => {
    const { request, bodies, given } = read(100_000);
    const parts = Array.from({ length: 30_000 }, (_, index) => Buffer.from(`${index % 10}`));
    const expected = parts.map(String).join('');
    give(request, parts);
    request.emit('end');
    expect(bodies).toEqual([expected]);
    expect([...parts, ...given].every(isZero)).toBe(true);
  });

  it('gives an empty body, and one in a single chunk', () => {
    for (const text of ['', 'whole']) {
      const { request, bodies } = read(5);
      if (text !== '') give(request, [Buffer.from(text)]);
      request.emit('end');
      expect(bodies).toEqual([text]);
    }
  });

  it('stops once at the first byte over the limit', () => {
    const { request, bodies, sizes, refusals } = read(4);
    const parts = ['abc', 'de', 'f'].map((text) => Buffer.from(text));
    give(request, parts);
    request.emit('end');
    expect(refusals()).toBe(1);
    expect(bodies).toEqual([]);
    expect(sizes).toEqual([3]);
    expect(parts.every(isZero)).toBe(true);
  });

  it.each([
    ['the connection is gone', 'close'],
    ['it is disposed', 'dispose'],
  ])('leaves nothing in memory when %s', (_when, how) => {
    const { request, bodies, refusals, reading } = read(10);
    const first = Buffer.from('abc');
    give(request, [first]);
    if (how === 'close') request.emit('close');
    else reading.dispose();
    const late = Buffer.from('de');
    give(request, [late]);
    request.emit('end');
    expect(bodies).toEqual([]);
    expect(refusals()).toBe(0);
    expect(isZero(first)).toBe(true);
    expect(isZero(late)).toBe(true);
  });
});
