import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

type Entry = { readonly link?: boolean; readonly integrity?: string };

/** The entries of a lock file that npm installs without comparing what it gets with a digest. */
function unpinned(lock: string): readonly string[] {
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, Entry>> };
  return Object.entries(packages)
    .filter(([path, { link, integrity }]) => path !== '' && link !== true && !isStrong(integrity))
    .map(([path]) => path);
}

/** One SHA-512 in Base64, by the format of Subresource Integrity. */
const isStrong = (integrity: string | undefined) => /^sha512-[A-Za-z0-9+/]{86}==$/u.test(integrity ?? '');

it('pins every package by the digest of its content, also those for other systems', () => {
  const lock = readFileSync(join(projectFolder, 'package-lock.json'), 'utf8');
  expect(lock).toContain('"node_modules/@tailwindcss/oxide-win32-x64-msvc"');
  expect(unpinned(lock)).toEqual([]);
});

it.each([
  ['no digest', {}],
  ['a digest of SHA-1', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
  ['an empty digest', { integrity: '' }],
])('an entry with %s is not pinned', (_, entry) => {
  const packages = { '': {}, own: { link: true }, 'node_modules/x': { version: '1.0.0', ...entry } };
  expect(unpinned(JSON.stringify({ packages }))).toEqual(['node_modules/x']);
});
