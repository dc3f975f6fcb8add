import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** A folder, file or link below a folder. */
interface ImagePart {
  /** Relative to the folder. */
  readonly path: string;
  readonly mode: number;
  readonly mtimeMs: number;
  /** Of a file its bytes, of a link its target; `null`: a folder. */
  readonly content: Buffer | string | null;
}

/** Everything below a folder, parents first, without sockets. */
export function imageOf(folder: string): readonly ImagePart[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry): ImagePart[] => {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = lstatSync(path);
    const about = { path: path.slice(folder.length + 1), mode: mode & 0o7777, mtimeMs };
    if (entry.isDirectory()) return [{ ...about, content: null }];
    if (entry.isSymbolicLink()) return [{ ...about, content: readlinkSync(path) }];
    return entry.isFile() ? [{ ...about, content: readFileSync(path) }] : [];
  });
}

/** Makes a folder what it was. What has not changed stays, so that it remains the same to those who know it. */
export function restoreImage(folder: string, image: readonly ImagePart[]): void {
  const before = new Map(image.map((part) => [part.path, part]));
  const kept = new Set<string>();
  for (const part of imageOf(folder)) {
    const known = before.get(part.path);
    if (known !== undefined && isSame(part, known)) kept.add(part.path);
    else if (known?.content !== null || part.content !== null)
      rmSync(join(folder, part.path), { recursive: true, force: true });
  }
  for (const { path, mode, mtimeMs, content } of image.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (kept.has(path)) continue;
    const whole = join(folder, path);
    if (content === null) mkdirSync(whole, { recursive: true });
    else if (typeof content === 'string') {
      symlinkSync(content, whole);
      continue;
    } else writeFileSync(whole, content);
    chmodSync(whole, mode);
    utimesSync(whole, mtimeMs / 1000, mtimeMs / 1000);
  }
}

function isSame(one: ImagePart, other: ImagePart): boolean {
  if (one.mode !== other.mode) return false;
  if (Buffer.isBuffer(one.content) && Buffer.isBuffer(other.content))
    return one.content.equals(other.content);
  return one.content === other.content;
}
