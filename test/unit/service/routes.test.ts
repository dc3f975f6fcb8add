import { describe, expect, it } from 'vitest';
import { parseRoute } from '#test/service/routes.ts';

describe('parseRoute', () => {
  it.each([
    ['/open/ssl/latest/abc', { rid: 'abc', endpoint: 'latest' }],
    ['/open/ssl/latest/abc/key', { rid: 'abc', endpoint: 'key' }],
    ['/open/ssl/latest/abc/certificate', { rid: 'abc', endpoint: 'certificate' }],
    ['/open/ssl/latest/abc/certificateServer', { rid: 'abc', endpoint: 'certificateServer' }],
    ['/open/ssl/latest/abc/certificateChain', { rid: 'abc', endpoint: 'certificateChain' }],
    ['/open/ssl/latest/key', { rid: 'key', endpoint: 'latest' }],
    ['/open/ssl/latest/team%20a%2F%C3%BC/key', { rid: 'team a/ü', endpoint: 'key' }],
    ['/open/ssl/latest/%2541', { rid: '%41', endpoint: 'latest' }],
  ])('reads %s', (target, route) => {
    expect(parseRoute(target)).toEqual(route);
  });

  it.each([
    '/',
    '/open/ssl/latest/',
    '/open/ssl/latest/abc/',
    '/open/ssl/latest/abc/other',
    '/open/ssl/latest/a/b/key',
    '/open/ssl/latest/abc?x=1',
    '/open/ssl/latest/%E0%A4%A',
    '/OPEN/ssl/latest/abc',
  ])('knows nothing at %s', (target) => {
    expect(parseRoute(target)).toBeUndefined();
  });
});
