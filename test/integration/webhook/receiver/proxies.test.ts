import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { describe, expect, it } from 'vitest';
import { encodeFields, signTimestamp } from '#test/service/delivery.ts';
import { fields, secret, setUpHandler } from './deliveryHarness.ts';
import { startProxy } from './reverseProxies.ts';

/** Sends a delivery over HTTP/2 in two parts, without a content length. */
async function deliverOverHttp2(port: number, body: string): Promise<number> {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  try {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const stream = session.request({
      ':method': 'POST',
      ':path': '/hook',
      'content-type': 'application/json',
      'z-timestamp': timestamp,
      'z-token': signTimestamp(timestamp, secret),
    });
    stream.write(body.slice(0, 100));
    stream.end(body.slice(100));
    const [headers] = await once(stream, 'response');
    return Number(headers[':status']);
  } finally {
    session.destroy();
  }
}

describe.each(['nginx', 'nginx, unbuffered', 'caddy', 'haproxy'] as const)(
  'behind %s, which speaks HTTP/2',
  (kind) => {
    it.each([
      ['of a few hundred bytes', 0],
      ['of many packets', 200_000],
    ])('a delivery %s is kept', async (_what, padding) => {
      const { port, kept } = await setUpHandler();
      const proxy = await startProxy(kind, port);
      const body = encodeFields({ ...fields, padding: 'x'.repeat(padding) }, 'json');
      expect(await deliverOverHttp2(proxy, body)).toBe(204);
      expect(kept).toMatchObject([{ fields }]);
    });

    it('a delivery that is too large is refused for its size', async () => {
      const { port, kept, entries } = await setUpHandler();
      const proxy = await startProxy(kind, port);
      const body = encodeFields({ ...fields, padding: 'x'.repeat(256 * 1024) }, 'json');
      expect(await deliverOverHttp2(proxy, body)).toBe(413);
      expect(entries).toMatchObject([{ status: 413 }]);
      expect(kept).toEqual([]);
    });
  },
);
