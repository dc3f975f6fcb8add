import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RefusalReason } from '#shared/domain/receiver.ts';
import { encodeFields } from '#test/service/delivery.ts';
import { fields, requestText, send, setUpHandler } from './deliveryHarness.ts';

const refused = (status: number, reason: RefusalReason) =>
  expect.objectContaining({ status, outcome: { kind: 'refused', reason } });

describe('a body in chunks', () => {
  const chunked = (body: string, ...headers: [string, string][]) => ({
    without: ['content-length'],
    headers: [['transfer-encoding', 'chunked'], ...headers] as const,
    body,
  });
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const json = encodeFields({ ...fields }, 'json');
  const end = '0\r\n\r\n';

  it('is assembled from any chunks and packets', async () => {
    const { port, kept } = await setUpHandler();
    const request = requestText(chunked([...json].map(chunk).join('') + end));
    const pieces = [100, 500, 1000].map((at, index, all) => request.slice(all[index - 1] ?? 0, at));
    expect(await send(port, ...pieces, request.slice(1000))).toMatchObject({ status: 204 });
    expect(kept).toMatchObject([{ fields, bodySha256: createHash('sha256').update(json).digest('hex') }]);
  });

  it('may have up to 256 KiB, and is refused at the next byte', async () => {
    const { port, kept, entries } = await setUpHandler();
    const whole = encodeFields({ ...fields, padding: '' }, 'json');
    const padded = whole.replace('"padding":""', `"padding":"${'x'.repeat(262_144 - whole.length)}"`);
    const parts = (padded.match(/[\s\S]{1,50000}/gu) ?? []).map(chunk).join('');
    expect(await send(port, requestText(chunked(parts + end)))).toMatchObject({ status: 204 });
    // Without an end, the answer comes nevertheless.
    expect(await send(port, requestText(chunked(parts + chunk('x'))))).toMatchObject({ status: 413 });
    expect(kept).toHaveLength(1);
    expect(entries[1]).toEqual(refused(413, { kind: 'tooLarge', limitBytes: 262_144 }));
  });

  it('may wait for 100 Continue, and does not get it when the head is bad', async () => {
    const { port } = await setUpHandler();
    const expectWord: [string, string] = ['expect', '100-continue'];
    const head = requestText(chunked('', expectWord));
    expect((await send(port, head, chunk(json) + end)).text).toMatch(
      /^HTTP\/1\.1 100 [\s\S]*HTTP\/1\.1 204 /u,
    );
    const forged = requestText(chunked('', expectWord, ['z-token', '0'.repeat(64)]));
    expect(await send(port, forged)).toMatchObject({ status: 401 });
  });

  it('may have chunk extensions, which are ignored', async () => {
    const { port } = await setUpHandler();
    const extended = chunk(json).replace('\r\n', ';a;b="c d"\r\n');
    expect(await send(port, requestText(chunked(extended + end)))).toMatchObject({ status: 204 });
  });

  it.each<[string, string, Parameters<typeof requestText>[0]]>([
    [
      'a length too',
      'HPE_',
      {
        headers: [
          ['content-length', '2'],
          ['transfer-encoding', 'chunked'],
        ],
      },
    ],
    [
      'a length behind it',
      'HPE_',
      {
        headers: [
          ['transfer-encoding', 'chunked'],
          ['content-length', '2'],
        ],
      },
    ],
    ['its coding twice', 'HPE_', chunked(end, ['transfer-encoding', 'chunked'])],
    [
      'another coding before',
      'HPE_INVALID_T',
      { without: ['content-length'], headers: [['transfer-encoding', 'gzip, chunked']], body: end },
    ],
    [
      'another coding behind',
      'HPE_',
      { without: ['content-length'], headers: [['transfer-encoding', 'chunked, gzip']], body: end },
    ],
    [
      'an unknown coding',
      'HPE_',
      { without: ['content-length'], headers: [['transfer-encoding', 'identity']], body: end },
    ],
    [
      'a folded coding',
      'HPE_',
      { without: ['content-length'], headers: [['transfer-encoding', '\r\n chunked']], body: end },
    ],
    [
      'a space before the colon',
      'HPE_',
      { without: ['content-length'], headers: [['transfer-encoding ', 'chunked']], body: end },
    ],
    ['HTTP/1.0', 'HPE_INVALID_T', { ...chunked(chunk(json) + end), line: 'POST /hook HTTP/1.0' }],
    ['a bare line feed', 'HPE_', chunked(chunk(json).replace('\r\n', '\n') + end)],
    ['a line feed in an extension', 'HPE_', chunked(chunk(json).replace('\r\n', ';a\nb\r\n') + end)],
    ['a size that is no number', 'HPE_', chunked(`0x${chunk(json)}${end}`)],
    ['a size without bounds', 'HPE_', chunked(`${'f'.repeat(20)}\r\n`)],
    ['a chunk that is longer than it says', 'HPE_', chunked(`2\r\n{}${json}\r\n${end}`)],
    ['a trailer', 'UNEXPECTED_TRAILER', chunked(`${chunk(json)}0\r\nz-token: ${'a'.repeat(64)}\r\n\r\n`)],
    ['a length as a trailer', 'HPE_', chunked(`${chunk(json)}0\r\ncontent-length: 2\r\n\r\n`)],
  ])('is refused with %s, and what follows is no request', async (_what, code, request) => {
    const { port, kept, entries } = await setUpHandler();
    const heard = await send(port, requestText(request) + requestText());
    expect(heard).toMatchObject({ status: 400 });
    expect(heard.text.match(/HTTP\/1\.1/gu)).toHaveLength(1);
    expect(entries).toEqual([refused(400, { kind: 'badRequest', code: expect.stringContaining(code) })]);
    expect(kept).toEqual([]);
  });
});

describe('a request of HTTP/1.0', () => {
  const old = (change: Parameters<typeof requestText>[0] = {}) =>
    requestText({ line: 'POST /hook HTTP/1.0', ...change });

  it('is accepted with or without a Host, and gets no 100 Continue', async () => {
    const { port, kept } = await setUpHandler();
    expect(await send(port, old())).toMatchObject({ status: 204 });
    expect(await send(port, old({ without: ['host'] }))).toMatchObject({ status: 204 });
    expect((await send(port, old({ headers: [['expect', '100-continue']] }))).text).toMatch(
      /^HTTP\/1\.1 204 /u,
    );
    expect(kept).toHaveLength(3);
  });

  it.each<[string, number, Parameters<typeof requestText>[0]]>([
    ['another host', 400, { headers: [['host', 'evil.example']] }],
    [
      'two hosts',
      400,
      {
        headers: [
          ['host', 'localhost'],
          ['host', 'localhost'],
        ],
      },
    ],
    ['no length', 411, { without: ['content-length'] }],
    ['an origin', 400, { headers: [['origin', 'null']] }],
  ])('is refused with %s', async (_what, status, change) => {
    const { port, kept } = await setUpHandler();
    expect(await send(port, old(change))).toMatchObject({ status });
    expect(kept).toEqual([]);
  });
});
