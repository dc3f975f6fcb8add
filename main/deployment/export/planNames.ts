import { join } from 'node:path';
import { type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import { expandTemplate, type TemplateValues } from '#shared/domain/presetTemplate.ts';
import { distinctNames, type NamedOrder, safeName, suffixedName, usableName } from './safeNames.ts';

/** What the names of an order's folder and files are derived from. */
export interface NamingFacts extends NamedOrder {
  /** The first name of its leaf. */
  readonly domain: string;
  /** Of its leaf, Unix ms; `null`: unknown. */
  readonly notAfter: number | null;
}

export interface KnownCopy {
  readonly orderId: string;
  /** The folder that the user chose, links resolved. */
  readonly target: string;
  /** The order's own folder in it, or empty. */
  readonly folder: string;
  readonly files: readonly { readonly name: string }[];
}

/** Orders and files whose names an export must not take. */
export interface Neighbours {
  /** All orders of the app, including those of the export. */
  readonly orders: readonly NamingFacts[];
  readonly copies: readonly KnownCopy[];
}

export interface NameClash {
  readonly name: string;
  /** The order whose exported file has it; `null`: another file of this export has it. */
  readonly ownerId: string | null;
}

export interface OrderNames {
  /** One safe path component, or empty: directly into the target. */
  readonly folder: string;
  /** In the order of the preset's files. */
  readonly files: readonly string[];
  readonly clash: NameClash | null;
}

/**
 * Names the folders and files of an export by a preset's templates. Names are safe; folders, `{alias}` and `{rid}` are
 * unique among all orders. A wildcard's `{domain}` is `_wildcard.example.com`, which is no host name. An order with files in
 * the target keeps its folder, and no order gets the folder of another.
 * @param target the chosen folder, links resolved; `null`: a new ZIP file
 * @returns the names by order id
 */
export function planNames(
  { folder, files }: Pick<ExportPreset, 'folder' | 'files'>,
  orders: readonly NamingFacts[],
  neighbours: Neighbours,
  target: string | null,
): ReadonlyMap<string, OrderNames> {
  const exported = new Set(orders.map(({ id }) => id));
  const all = [...orders, ...neighbours.orders.filter(({ id }) => !exported.has(id))];
  const aliases = lazily(() => distinctNames(all, safeName));
  const rids = lazily(() => distinctNames(all, safeRid));
  const plainFolder = (order: NamingFacts) => {
    const values = valuesOf(order, { alias: () => safeName(order), rid: () => safeRid(order) });
    return usableName(expandTemplate(folder, values));
  };
  const distinct = folder === '' ? null : distinctNames(all, plainFolder);
  const places = new Places(neighbours.copies, target);
  const folders = new Map<string, string>();
  const names = orders.map((order): [string, OrderNames] => {
    const { id } = order;
    const own = distinct === null ? '' : places.folderFor(id, plainFolder(order), distinct.get(id) ?? '');
    folders.set(id, own);
    const values = valuesOf(order, {
      alias: () => aliases().get(id) ?? '',
      rid: () => rids().get(id) ?? '',
    });
    const made = files.map(({ name }) => usableName(expandTemplate(name, values)));
    return [id, { folder: own, files: made, clash: places.take(id, own, made) }];
  });
  return new Map(names);
}

/** @param addedAt Unix ms */
export function orderFacts(order: OrderRow, addedAt: number): NamingFacts {
  const { id, commonName, domains, notAfter } = order;
  const title = orderTitle(order);
  return { id, rid: serviceKey(order), title, addedAt, domain: commonName ?? domains[0] ?? title, notAfter };
}

function safeRid({ rid }: NamingFacts): string {
  return safeName({ rid, title: rid });
}

/** The values of template placeholders, computed when used: there may be thousands of orders. */
function valuesOf(
  { rid, domain, notAfter }: NamingFacts,
  { alias, rid: ridName }: { readonly alias: () => string; readonly rid: () => string },
): TemplateValues {
  return {
    get alias() {
      return alias();
    },
    get rid() {
      return ridName();
    },
    get domain() {
      return safeName({ rid, title: domain.trim().replace(/^\*\./, '_wildcard.') });
    },
    notAfter: notAfter === null ? 'unknown' : dateOf(notAfter),
  };
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** `YYYY-MM-DD` in UTC. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Which order owns which folder and file in the target. */
class Places {
  readonly #target: string;
  readonly #copies: readonly KnownCopy[];
  /** Orders by folder, and by file: those in the registry, then those of this export. */
  readonly #folders = new Map<string, Set<string>>();
  readonly #files = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(copies: readonly KnownCopy[], target: string | null) {
    this.#target = target ?? '';
    this.#copies = target === null ? [] : copies;
    for (const { orderId, target: root, folder, files } of this.#copies) {
      const directory = foldedPath(root, folder);
      this.#folders.set(directory, (this.#folders.get(directory) ?? new Set()).add(orderId));
      for (const { name } of files) this.#files.set(foldedPath(root, folder, name), orderId);
    }
  }

  /** @param plain the name from the template @param distinct the same, made unique */
  folderFor(id: string, plain: string, distinct: string): string {
    const usual = [plain, distinct, suffixedName(plain, id)];
    const kept = this.#copies.find(
      ({ orderId, target, folder }) =>
        orderId === id && usual.includes(folder) && foldedPath(target) === foldedPath(this.#target),
    );
    let name = kept?.folder ?? distinct;
    for (let turn = 0; kept === undefined && this.#isOthers(id, name); turn += 1)
      name = suffixedName(plain, id, turn);
    return name;
  }

  /** Assigns files to an order. @returns the first name that is taken */
  take(id: string, folder: string, names: readonly string[]): NameClash | null {
    const directory = foldedPath(this.#target, folder);
    this.#folders.set(directory, (this.#folders.get(directory) ?? new Set()).add(id));
    let clash: NameClash | null = null;
    for (const name of names) {
      const path = foldedPath(this.#target, folder, name);
      const owner = this.#files.get(path);
      if (this.#taken.has(path)) clash ??= { name, ownerId: null };
      else if (owner !== undefined && owner !== id) clash ??= { name, ownerId: owner };
      this.#taken.add(path);
    }
    return clash;
  }

  #isOthers(id: string, folder: string): boolean {
    const orders = this.#folders.get(foldedPath(this.#target, folder)) ?? new Set();
    return [...orders].some((order) => order !== id);
  }
}

/** Equal for paths that differ only in case or Unicode normalisation, as some file systems treat them as one. */
function foldedPath(...parts: readonly string[]): string {
  return join(...parts)
    .normalize('NFC')
    .toUpperCase();
}
