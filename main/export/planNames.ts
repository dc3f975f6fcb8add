import type { ExportPreset } from '#shared/domain/preset.ts';
import { expandTemplate, type TemplateValues } from '#shared/domain/presetTemplate.ts';
import { distinctNames, folderNames, type NamedOrder, safeName, usableName } from './safeNames.ts';

/** What the names of an order's folder and files are made from. */
export interface OrderFacts extends NamedOrder {
  /** The first name of its leaf. */
  readonly domain: string;
  /** Of its leaf, Unix ms; `null` when that is not known. */
  readonly notAfter: number | null;
}

/** Where the files of one order go. */
export interface OrderNames {
  /** One safe path component, or empty: directly into the target. */
  readonly folder: string;
  /** In the order of the preset's files. */
  readonly files: readonly string[];
  /** A name that two files would have, of this order or of one before; `null`: none. */
  readonly clash: string | null;
}

/**
 * Names the folders and files of one export, from a preset's templates: safe names, folders unique. `{alias}` and
 * `{rid}` are made unique as folders are; a wildcard's `{domain}` is `_wildcard.example.com`, which no host is called.
 * @returns the names by order id
 */
export function planNames(
  { folder, files }: Pick<ExportPreset, 'folder' | 'files'>,
  orders: readonly OrderFacts[],
): ReadonlyMap<string, OrderNames> {
  const aliases = folderNames(orders);
  const rids = folderNames(orders.map(({ id, rid }) => ({ id, rid, title: rid })));
  const values = new Map(
    orders.map(({ id, rid, domain, notAfter }): [string, TemplateValues] => [
      id,
      {
        alias: aliases.get(id) ?? '',
        rid: rids.get(id) ?? '',
        domain: safeName({ rid, title: domain.trim().replace(/^\*\./, '_wildcard.') }),
        notAfter: notAfter === null ? 'unknown' : dateOf(notAfter),
      },
    ]),
  );
  const nameOf = (template: string, id: string): string => {
    const known = values.get(id);
    return known === undefined ? '' : usableName(expandTemplate(template, known));
  };
  const folders =
    folder === ''
      ? null
      : distinctNames(orders.map(({ id, rid }) => ({ id, rid, wish: nameOf(folder, id) })));
  const taken = new Set<string>();
  return new Map(
    orders.map(({ id }) => {
      const own = folders?.get(id) ?? '';
      const names = files.map(({ name }) => nameOf(name, id));
      const clash = names.find((name, index) => taken.has(`${own}/${name}`) || names.indexOf(name) < index);
      for (const name of names) taken.add(`${own}/${name}`);
      return [id, { folder: own, files: names, clash: clash ?? null }];
    }),
  );
}

/** `YYYY-MM-DD` in UTC. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
