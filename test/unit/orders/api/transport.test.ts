import { expect, onTestFinished, test } from 'vitest';
import type { Routes } from '#main/orders/api/routes.ts';
import { createTransport } from '#main/orders/api/transport.ts';
import { handleUnexpected } from '#main/platform/errors.ts';

test('a request fails at once where a part of the program that finds its route cannot be loaded', async () => {
  const reported: unknown[] = [];
  const handling = handleUnexpected((error) => reported.push(error));
  onTestFinished(() => handling.dispose());
  const broken = new TypeError('not a function');
  const routes: Routes = {
    known: () => null,
    find: () => Promise.reject(broken),
    proxyFailed: () => undefined,
    dispose: () => Promise.resolve(),
  };
  const transport = createTransport({
    origin: 'https://service.example',
    routes,
    maxRequests: 1,
    headersTimeoutMs: 60_000,
    totalTimeoutMs: 60_000,
    limitBytes: 1_000,
  });
  const { signal } = new AbortController();
  expect(await transport.get('/', {}, signal)).toEqual({
    ok: false,
    error: { kind: 'network', reason: 'other', code: 'TypeError' },
  });
  expect(reported).toEqual([broken]);
  // The next request is not kept waiting for the one that failed.
  expect(await transport.get('/', {}, signal)).toMatchObject({ ok: false });
});
