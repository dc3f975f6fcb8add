import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type HiddenEntry, newHiddenId, type StoredHidden } from '#main/deployment/export/hiddenNames.ts';
import { sha256Hex } from '#main/platform/sha256.ts';
import { contentOf } from './bundles.ts';
import { remember, remembered } from './hiddenMemory.ts';
import { inodeOf } from './killedStates.ts';

/*
 * What versions up to 0.3 left in the folder of a bundle whose preset wanted links (ADR 105): each visible name is a link
 * `<current>/<name>`, and the current link leads to a hidden directory with the files.
 */

const nameOf = (id: string, end: 'tmp' | 'generation') => `.notafter-${id}.${end}`;

function currentFor(names: readonly string[]): string {
  return `.notafter-${sha256Hex(names.toSorted().join('\n')).slice(0, 12)}.current`;
}

function entryOf(folder: string, id: string, names: readonly string[]): HiddenEntry {
  const ownership = { owner: process.getuid?.() ?? null, keepsModes: true };
  return { folder, id, names, ownership, inode: null };
}

/**
 * Puts links in the place of the plain files of a folder.
 * @param folder absolute, without links
 * @returns the record of the directory that they lead to
 */
export function linkFiles(folder: string, names: readonly string[]): StoredHidden {
  const id = newHiddenId();
  const generation = nameOf(id, 'generation');
  mkdirSync(join(folder, generation), { mode: 0o700 });
  for (const name of names) renameSync(join(folder, name), join(folder, generation, name));
  symlinkSync(generation, join(folder, currentFor(names)));
  for (const name of names) symlinkSync(`${currentFor(names)}/${name}`, join(folder, name));
  return { ...entryOf(folder, id, names), inode: inodeOf(join(folder, generation)), isPending: false };
}

/** As `linkFiles` in the folder `a` of a test, recorded. @returns the name of the directory that they lead to */
export function linkInto(root: string, names: readonly string[]): string {
  const entry = linkFiles(join(root, 'a'), names);
  remember(root, [entry]);
  return nameOf(entry.id, 'generation');
}

/**
 * The steps by which such a version wrote links into the existing folder `a` of a test. A kill leaves what is there at a
 * `yield`.
 * @param kept name of the kept directory that is restored; `null`: the set `new` is written
 */
export function* olderSwitch(root: string, names: readonly string[], kept: string | null): Generator<void> {
  const folder = join(root, 'a');
  const textOf = (name: string) => {
    const facts = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return facts?.isSymbolicLink() ? readlinkSync(join(folder, name)) : null;
  };
  const isThere = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  const found = names.filter(isThere);
  const currentOf = (name: string) => textOf(name)?.split('/')[0] ?? null;
  const current = currentFor(names);
  const from = textOf(current);
  const [id, asideId] = [kept === null ? newHiddenId() : kept.slice(10, 34), newHiddenId()];
  const to = nameOf(id, 'generation');
  const source = kept ?? nameOf(id, 'tmp');
  const aside = nameOf(asideId, 'tmp');
  const recorded = remembered(root).filter((entry) => entry.folder === folder);
  const begun = [...recorded, entryOf(folder, asideId, found), ...(kept ? [] : [entryOf(folder, id, names)])];
  remember(
    root,
    begun.map((entry) => ({ ...entry, isPending: true })),
  );
  yield;
  if (kept === null) {
    mkdirSync(join(folder, source), { mode: 0o700 });
    for (const name of names) {
      const mode = name === 'privkey.pem' ? 0o600 : 0o644;
      writeFileSync(join(folder, source, name), contentOf('new', name), { mode });
    }
  }
  mkdirSync(join(folder, aside), { mode: 0o700 });
  yield;
  const leaves = found.filter((name) => currentOf(name) !== current);
  const enters = names.filter((name) => currentOf(name) !== current);
  const formerCurrents = [...new Set(found.flatMap((name) => currentOf(name) ?? []))];
  const [former] = formerCurrents.map(textOf);
  const journal = {
    ...{ version: 2, names, leaves, enters: enters.map((name) => ({ name, digest: null })), source },
    current: { name: current, from, to },
    formerCurrents: formerCurrents.filter((name) => name !== current),
    former: former ?? 'aside',
  };
  writeFileSync(join(folder, aside, '.journal.json'), JSON.stringify(journal), { mode: 0o600 });
  yield;
  for (const name of leaves) {
    renameSync(join(folder, name), join(folder, aside, name));
    yield;
  }
  if (kept === null) renameSync(join(folder, source), join(folder, to));
  yield;
  symlinkSync(to, join(folder, aside, '.current'));
  if (from !== null) yield;
  renameSync(join(folder, aside, '.current'), join(folder, current));
  yield;
  for (const name of enters) {
    symlinkSync(`${current}/${name}`, join(folder, name));
    yield;
  }
  renameSync(join(folder, aside, '.journal.json'), join(folder, aside, '.decided.json'));
  yield;
}

/** What a kill left while such a version made a new folder with links: all of it is in a hidden directory beside. */
export function leftNewFolder(root: string, names: readonly string[]): void {
  const [id, outer] = [newHiddenId(), newHiddenId()];
  const generation = nameOf(id, 'generation');
  const folder = join(root, nameOf(outer, 'tmp'));
  mkdirSync(folder, { mode: 0o700 });
  for (const name of names) writeFileSync(join(folder, name), contentOf('new', name), { mode: 0o600 });
  linkFiles(folder, names);
  const [made = ''] = readdirSync(folder).filter((name) => name.endsWith('.generation'));
  renameSync(join(folder, made), join(folder, generation));
  rmSync(join(folder, currentFor(names)));
  symlinkSync(generation, join(folder, currentFor(names)));
  const inside = [generation, currentFor(names), ...names];
  remember(
    root,
    [entryOf(root, id, names), entryOf(root, outer, inside), entryOf(join(root, 'a'), id, names)].map(
      (entry) => ({ ...entry, isPending: true }),
    ),
  );
}
