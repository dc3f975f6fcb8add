import { expect, it } from 'vitest';
import { feedOverrides } from '#scripts/packaging/packageApp.ts';

it('makes packages without a feed unless one is named', () => {
  expect(feedOverrides(undefined)).toEqual({});
  expect(feedOverrides('')).toEqual({});
});

it('takes a feed over https alone', () => {
  const url = 'https://downloads.example/notafter/';
  expect(feedOverrides(url)).toEqual({ 'publish.provider': 'generic', 'publish.url': url });
  for (const refused of ['http://downloads.example/', 'downloads.example', 'file:///feed'])
    expect(() => feedOverrides(refused)).toThrow('https');
});
