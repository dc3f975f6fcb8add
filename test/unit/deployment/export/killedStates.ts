import {
  chmodSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import { hookedFs, isChange } from './faultyFs.ts';
import { temporaryDirectory } from './fixtures.ts';
import { copyRemembered } from './hiddenMemory.ts';

/** A copy of the directory of a test, with what the app remembers of it. */
export interface FolderCopy {
  readonly root: string;
  /** The inodes of the copies by those of the originals. */
  readonly inodes: ReadonlyMap<string, string>;
}

/** The inode of what is at a path, which may be a link. */
export function inodeOf(path: string): string {
  return `${lstatSync(path, { bigint: true }).ino}`;
}

/** Copies the content of a directory, with modes, links and hard links, into another. @returns `inodes` of the copy */
function copyTree(from: string, to: string): ReadonlyMap<string, string> {
  const copies = new Map<string, string>();
  const copyContent = (source: string, target: string): void => {
    for (const name of readdirSync(source)) {
      const [original, copy] = [join(source, name), join(target, name)];
      const stats = lstatSync(original);
      const inode = inodeOf(original);
      const linked = copies.get(inode);
      copies.set(inode, copy);
      if (linked !== undefined) linkSync(linked, copy);
      else if (stats.isSymbolicLink()) symlinkSync(readlinkSync(original), copy);
      else {
        if (stats.isFile()) copyFileSync(original, copy);
        else {
          mkdirSync(copy);
          copyContent(original, copy);
        }
        chmodSync(copy, stats.mode);
      }
    }
  };
  copyContent(from, to);
  return new Map([...copies].map(([inode, copy]) => [inode, inodeOf(copy)]));
}

/** A copy of the directory of a test, which is removed after the test. */
export function copyOf(root: string): FolderCopy {
  const copy = temporaryDirectory();
  const inodes = copyTree(root, copy);
  copyRemembered(root, copy, inodes);
  return { root: copy, inodes };
}

/**
 * Makes a run in a directory of a test. A kill leaves what is on the disk at that moment, as the run writes it at once.
 * @param stride how far apart the steps are
 * @returns what a kill before each of these steps that change anything leaves, and last what the whole run leaves
 */
export async function killedStates(
  root: string,
  base: ExportFs,
  run: (fs: ExportFs) => Promise<unknown>,
  stride = 1,
): Promise<readonly FolderCopy[]> {
  const states: FolderCopy[] = [];
  let changes = 0;
  const fs = hookedFs(base, (call) => {
    if (!isChange(call)) return;
    if (changes % stride === 0) states.push(copyOf(root));
    changes += 1;
  });
  await run(fs);
  return [...states, copyOf(root)];
}
