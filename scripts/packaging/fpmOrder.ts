import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

/** The program that makes every deb and rpm: fpm.ts. */
export const packageMaker = join(import.meta.dirname, 'fpm.ts');

const text = z.string().min(1);
const texts = z.array(text).default([]);
const level = z.string().regex(/^\d$/u).optional();

const orderSchema = z.object({
  'output-type': z.enum(['deb', 'rpm']),
  package: text,
  name: text,
  version: text,
  iteration: text.optional(),
  architecture: text,
  maintainer: text,
  vendor: text,
  url: text,
  license: text,
  category: text,
  description: text,
  depends: texts,
  conflicts: texts,
  'after-install': text,
  'after-remove': text,
  'before-remove': text.optional(),
  directories: texts,
  'deb-recommends': texts,
  'deb-priority': text.optional(),
  'deb-compression': z.enum(['xz', 'gz']).optional(),
  'deb-compression-level': level,
  'deb-changelog': text.optional(),
  'deb-upstream-changelog': text.optional(),
  'rpm-summary': text.optional(),
  'rpm-compression': z.enum(['xzmt', 'gzip']).optional(),
  'rpm-compression-level': level,
  'rpm-rpmbuild-define': texts,
});

/** fpm's options by their names; `sources`: what goes where, as `from=to`; a `from` that ends with `/` is its content. */
export type FpmOrder = Omit<z.infer<typeof orderSchema>, 'output-type'> & {
  readonly kind: 'deb' | 'rpm';
  readonly sources: readonly { readonly from: string; readonly to: string }[];
};

const one = { type: 'string' } as const;
const several = { type: 'string', multiple: true } as const;

/** Reads fpm's command line. Throws for options that are unknown or missing. */
export function readFpmOrder(args: readonly string[]): FpmOrder {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ 'input-type': { ...one, short: 's' }, 'output-type': { ...one, short: 't' } },
      ...{
        package: one,
        name: one,
        version: one,
        iteration: one,
        architecture: one,
        maintainer: one,
        vendor: one,
      },
      ...{ url: one, license: one, category: one, description: one, depends: { ...several, short: 'd' } },
      ...{ conflicts: several, 'before-remove': one },
      ...{ 'after-install': one, 'after-remove': one, directories: several, 'deb-recommends': several },
      ...{ 'deb-priority': one, 'deb-compression': one, 'deb-compression-level': one, 'deb-changelog': one },
      ...{ 'deb-upstream-changelog': one, 'rpm-os': one, 'rpm-summary': one, 'rpm-compression': one },
      ...{ 'rpm-compression-level': one, 'rpm-rpmbuild-define': several },
      ...{ force: { type: 'boolean' }, debug: { type: 'boolean' }, log: one },
    },
  });
  if (values['input-type'] !== 'dir') throw new Error('Only -s dir is known');
  const { 'output-type': kind, ...order } = orderSchema.parse(values);
  return { ...order, kind, sources: positionals.map(readSource) };
}

function readSource(word: string) {
  const [from = '', to = '', ...others] = word.split('=');
  if (from === '' || !to.startsWith('/') || others.length > 0) throw new Error(`Not from=to: ${word}`);
  return { from, to };
}
