import { join } from 'node:path';
import type { ExportPreset } from '#shared/domain/preset.ts';
import { expandTemplate, type TemplateValues } from '#shared/domain/presetTemplate.ts';
import { distinctNames, type NamedOrder, safeName, suffixedName, usableName } from './safeNames.ts';

/** What the names of an order's folder and files are made from. */
export interface OrderFacts extends NamedOrder {
  /** The first name of its leaf. */
  readonly domain: string;
  /** Of its leaf, Unix ms; `null` when that is not known. */
  readonly notAfter: number | null;
}

/** Exported files that the register knows. */
export interface KnownCopy {
  readonly orderId: string;
  /** The folder that was chosen, links resolved. */
  readonly target: string;
  /** The order's own folder in it, or empty. */
  readonly folder: string;
  readonly files: readonly { readonly name: string }[];
}

/** What names have to be told apart from, beyond one export. */
export interface Neighbours {
  /** Every order that the app knows, those of the export too. */
  readonly orders: readonly OrderFacts[];
  readonly copies: readonly KnownCopy[];
}

/** A name that cannot be used. */
export interface NameClash {
  readonly name: string;
  /** The order whose exported file has the name; `null`: another file of this export has it. */
  readonly ownerId: string | null;
}

/** Where the files of one order go. */
export interface OrderNames {
  /** One safe path component, or empty: directly into the target. */
  readonly folder: string;
  /** In the order of the preset's files. */
  readonly files: readonly string[];
  /** `null`: none. */
  readonly clash: NameClash | null;
}

/**
 * Names the folders and files of one export, from a preset's templates: safe names, folders unique among all orders of
 * the app. `{alias}` and `{rid}` are made unique as folders are; a wildcard's `{domain}` is `_wildcard.example.com`,
 * which no host is called. An order that has files in the target keeps its folder, and none gets a folder of another.
 * @param target where the export goes, links resolved; `null`: into a file of its own, where nothing is yet
 * @returns the names by order id
 */
export function planNames(
  { folder, files }: Pick<ExportPreset, 'folder' | 'files'>,
  orders: readonly OrderFacts[],
  neighbours: Neighbours,
  target: string | null,
): ReadonlyMap<string, OrderNames> {
  const exported = new Set(orders.map(({ id }) => id));
  const all = [...orders, ...neighbours.orders.filter(({ id }) => !exported.has(id))];
  const aliases = lazily(() => distinctNames(all, safeName));
  const rids = lazily(() => distinctNames(all, safeRid));
  const folderWish = (order: OrderFacts) => {
    const values = valuesOf(order, { alias: () => safeName(order), rid: () => safeRid(order) });
    return usableName(expandTemplate(folder, values));
  };
  const distinct = folder === '' ? null : distinctNames(all, folderWish);
  const places = new Places(neighbours.copies, target);
  const folders = new Map<string, string>();
  const names = orders.map((order): [string, OrderNames] => {
    const { id } = order;
    const wish = distinct?.get(id) ?? '';
    const own = distinct === null ? '' : places.folderFor(id, folderWish(order), wish);
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

function safeRid({ rid }: OrderFacts): string {
  return safeName({ rid, title: rid });
}

/** What a template may put in. Made when it is asked for: there may be thousands of orders. */
function valuesOf(
  { rid, domain, notAfter }: OrderFacts,
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

/** Which order has which folder and file in the target. */
class Places {
  readonly #target: string;
  readonly #copies: readonly KnownCopy[];
  /** Orders by folder, and by file: of the register, then of this export too. */
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

  /** @param plain the name that the template gives @param distinct the one that is told apart from other orders' */
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

  /** Gives files to an order. @returns the first name that it cannot have */
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

/** The same for paths that some file system takes for one: case and the form of accents do not count. */
function foldedPath(...parts: readonly string[]): string {
  return join(...parts)
    .normalize('NFC')
    .toUpperCase();
}
