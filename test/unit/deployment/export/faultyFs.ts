import { dirname, join } from 'node:path';
import type { ExportFile, ExportFs } from '#main/deployment/export/exportFs.ts';
import { soakStride } from '#test/support/soak.ts';

/** A system error as Node makes them. */
export function systemError(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code, errno: -1, ...(path && { path }) });
}

/** Decides before each call of the file system: throws, or lets it happen. */
export type Hook = (call: string, path: string) => void | Promise<void>;

/**
 * The given file system with a hook before each step, which gets the paths from before their directories were
 * held. Closing a file happens even when the hook throws.
 */
export function hookedFs(base: ExportFs, onCall: Hook): ExportFs {
  const held = new Map<string, string>();
  const realOf = (path: string) => {
    const [, descriptor = '', rest = ''] = /^(\/proc\/self\/fd\/\d+)(\/.*)?$/.exec(path) ?? [];
    const directory = held.get(descriptor);
    return directory === undefined ? path : join(directory, rest);
  };
  const hook: Hook = (call, path) => onCall(call, realOf(path));
  const wrapFile = (file: ExportFile, path: string): ExportFile => ({
    async write(content) {
      await hook('write', path);
      return file.write(content);
    },
    async setMode(mode) {
      await hook('fchmod', path);
      return file.setMode(mode);
    },
    async facts() {
      await hook('fstat', path);
      return file.facts();
    },
    async sync() {
      await hook('fsync', path);
      return file.sync();
    },
    async read(position, length) {
      await hook('pread', path);
      return file.read(position, length);
    },
    async close() {
      await file.close();
      await hook('close', path);
    },
  });
  const one =
    <Value>(name: string, run: (path: string) => Promise<Value>) =>
    async (path: string): Promise<Value> => {
      await hook(name, path);
      return run(path);
    };
  const two =
    (name: string, run: (from: string, to: string) => Promise<void>) =>
    async (from: string, to: string): Promise<void> => {
      await hook(name, to);
      return run(from, to);
    };
  return {
    posix: base.posix,
    facts: one('lstat', base.facts),
    isSharedGroup: base.isSharedGroup,
    realpath: one('realpath', base.realpath),
    list: one('readdir', base.list),
    makeDirectory: one('mkdir', base.makeDirectory),
    hold: one('hold', async (path) => {
      const directory = await base.hold(path);
      const descriptor = dirname(directory.path);
      if (directory.path !== path) held.set(descriptor, realOf(path));
      return {
        ...directory,
        async setMode(mode) {
          await hook('chmod', path);
          return directory.setMode(mode);
        },
      };
    }),
    createUnnamed: one('createUnnamed', async (path) => {
      const file = await base.createUnnamed(path);
      return file === null ? null : wrapFile(file, path);
    }),
    createFile: one('create', async (path) => wrapFile(await base.createFile(path), path)),
    read: one('read', base.read),
    rename: two('rename', base.rename),
    link: two('link', base.link),
    readlink: one('readlink', base.readlink),
    unlink: one('unlink', base.unlink),
    removeDirectory: one('rmdir', base.removeDirectory),
    syncDirectory: one('fsyncDirectory', base.syncDirectory),
  };
}

/** Calls that leave everything as it was. */
const looking = [
  'lstat',
  'realpath',
  'readdir',
  'readlink',
  'read',
  'pread',
  'fstat',
  'fsync',
  'fsyncDirectory',
  'close',
  'hold',
  'createUnnamed',
];

/** Whether a call changes anything. */
export function isChange(call: string): boolean {
  return !looking.includes(call);
}

/** How far apart the steps are that fail. */
const stride = soakStride(3);

/** Whether a run is past what the run for the step before its own has done: see `forEachStep`. */
export type IsNew = () => boolean;

/** The given file system, with a check after each step that changed something. @param isNew when to check; default: always */
export function watchedFs(
  base: ExportFs,
  look: (call: string, path: string) => void,
  isNew: IsNew = () => true,
): ExportFs {
  let last: [string, string] | null = null;
  return hookedFs(base, (...step) => {
    if (last !== null && isNew()) look(...last);
    last = isChange(step[0]) ? step : null;
  });
}

/** Fails the n-th call (from 1) once, with an error of the device. With 0 none fails. */
export function failingAt(
  base: ExportFs,
  failing: number,
  code = 'EIO',
): { fs: ExportFs; calls: string[]; isNew: IsNew } {
  const calls: string[] = [];
  const fs = hookedFs(base, (call, path) => {
    calls.push(call);
    if (calls.length === failing) throw systemError(code, path);
  });
  return { fs, calls, isNew: () => calls.length >= failing - stride };
}

/** Runs that are made beside one another: one alone spends most of its time on the way of its calls to threads. */
const besideOneAnother = 16;

/**
 * Makes a run for each step from 1 on (`npm test`: for each third one), each in a directory of its own, until one tells that
 * it ended before its step. Some more may follow that one. The run for a step begins as the one before it did: what happens
 * up to the last step of that one need not be checked again.
 * @param run returns whether its step was reached
 */
export async function forEachStep(run: (step: number) => Promise<boolean>): Promise<void> {
  for (let done = 0, more = true; more; done += besideOneAnother) {
    const runs = Array.from({ length: besideOneAnother }, (_, index) => run((done + index) * stride + 1));
    more = (await Promise.all(runs)).every((isReached) => isReached);
  }
}
