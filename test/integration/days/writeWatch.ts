import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sep } from 'node:path';

type Call = (...args: readonly unknown[]) => unknown;

/** The functions of Node that change what is at their first path, or that make their second path. */
const changing = {
  first: [
    'writeFile',
    'appendFile',
    'mkdir',
    'mkdtemp',
    'chmod',
    'chown',
    'utimes',
    'truncate',
    'rm',
    'rmdir',
    'unlink',
  ],
  both: ['rename'],
  second: ['link', 'symlink', 'copyFile', 'cp'],
} as const;

/** Functions that write only with some flags. */
const opening = ['open'] as const;

/** Every path of the file system that this process changed, by the functions of Node. */
export class WriteWatch {
  readonly #changed = new Set<string>();
  readonly #restored: (() => void)[] = [];

  /** Watches from now on. */
  constructor() {
    const { first, both, second } = changing;
    for (const name of first) this.#watch(name, ([path]) => [path]);
    for (const name of both) this.#watch(name, ([from, to]) => [from, to]);
    for (const name of second) this.#watch(name, ([, to]) => [to]);
    for (const name of opening) this.#watch(name, ([path, flags]) => (isForWriting(flags) ? [path] : []));
    syncBuiltinESMExports();
  }

  /** The paths that are not in one of these folders. */
  outside(folders: readonly string[]): readonly string[] {
    return [...this.#changed].filter(
      (path) => !folders.some((folder) => path === folder || path.startsWith(folder + sep)),
    );
  }

  /** What was changed until now does not count. */
  forget(): void {
    this.#changed.clear();
  }

  end(): void {
    for (const restore of this.#restored) restore();
    syncBuiltinESMExports();
  }

  #watch(name: string, pathsOf: (args: readonly unknown[]) => readonly unknown[]): void {
    this.#replace(fs, name, pathsOf);
    this.#replace(fs, `${name}Sync`, pathsOf);
    this.#replace(fs.promises, name, pathsOf);
  }

  #replace(functions: object, name: string, pathsOf: (args: readonly unknown[]) => readonly unknown[]): void {
    const table = functions as Record<string, Call | undefined>;
    const real = table[name];
    if (real === undefined) return;
    const changed = this.#changed;
    function watched(this: unknown, ...args: readonly unknown[]) {
      for (const path of pathsOf(args)) if (typeof path !== 'number') changed.add(placeOf(String(path)));
      return Reflect.apply(real as Call, this, args);
    }
    table[name] = Object.assign(watched, real);
    this.#restored.push(() => {
      table[name] = real;
    });
  }
}

/** A path in a folder that is open names its descriptor. */
function placeOf(path: string): string {
  return path.replace(/^\/proc\/self\/fd\/\d+/u, (open) => fs.readlinkSync(open));
}

function isForWriting(flags: unknown): boolean {
  if (typeof flags === 'string') return /[wa+]/u.test(flags);
  const { O_WRONLY, O_RDWR, O_CREAT } = fs.constants;
  return typeof flags === 'number' && (flags & (O_WRONLY | O_RDWR | O_CREAT)) !== 0;
}
