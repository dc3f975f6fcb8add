import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseFpm, standInFpm } from '#scripts/packaging/fpmChoice.ts';

afterEach(() => vi.unstubAllGlobals());

describe.each([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['refuses the request', () => Promise.resolve(new Response(null, { status: 429 }))],
])('where the place of fpm %s', (_, answer) => {
  it('our own program takes its place, unless a release wants fpm itself', async () => {
    vi.stubGlobal('fetch', answer);
    expect(await chooseFpm({})).toBe(standInFpm);
    await expect(chooseFpm({ NOTAFTER_REQUIRE_FPM: 'true' })).rejects.toThrow('fpm cannot be downloaded');
  });
});

it('electron-builder downloads fpm where it can, or takes the one that the environment names', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  expect(await chooseFpm({ NOTAFTER_REQUIRE_FPM: 'true' })).toBeUndefined();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  expect(await chooseFpm({ CUSTOM_FPM_PATH: '/opt/fpm' })).toBeUndefined();
});
