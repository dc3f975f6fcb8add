import { expect, it } from 'vitest';
import { clientFor, quiet, serveHttp } from './support.ts';

const said = 'Thu, 01 Jan 2026 00:00:00 GMT';

it.each([
  ['is told from each answer with a valid date', said, 404, [Date.UTC(2026, 0, 1)]],
  ['is not told from a date that cannot be read', 'yesterday', 200, []],
  ['is not told from a number, which is a date for JavaScript only', '1', 200, []],
] as const)('the time of the service %s', async (_, date, status, heard) => {
  const times: number[] = [];
  const server = await serveHttp((_request, response) => {
    response.sendDate = false;
    response.writeHead(status, { date }).end('{}');
  });
  const client = clientFor(server.baseUrl, { heardTime: (at) => times.push(at) });
  await client.poll('rid', 'token', { known: null, signal: quiet });
  expect(times).toEqual(heard);
  await client.dispose();
  await server.close();
});

it('the time of the service is not told from an answer without a date', async () => {
  const times: number[] = [];
  const server = await serveHttp((_request, response) => {
    response.sendDate = false;
    response.end('{}');
  });
  const client = clientFor(server.baseUrl, { heardTime: (at) => times.push(at) });
  await client.latest('rid', 'token', { withKey: false, signal: quiet });
  expect(times).toEqual([]);
  await client.dispose();
  await server.close();
});
