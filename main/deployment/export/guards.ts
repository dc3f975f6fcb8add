import { promises } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { ExportWarning } from '#shared/domain/export.ts';
import type { ExportFs } from './exportFs.ts';
import { unlessMissing, unlessRefused } from './fileErrors.ts';
import { hiddenPattern } from './hiddenFolder.ts';
import { type MountPorts, networkWarning } from './networkFileSystem.ts';
import { nodeExportFs } from './nodeExportFs.ts';

/** Where private keys will be written. */
export interface GuardedTarget {
  /** Absolute. */
  readonly directory: string;
  /** Paths of the files with a private key, relative to the directory, with `/`. */
  readonly secrets: readonly string[];
  /** Replaced files are kept beside them, in hidden directories. */
  readonly keepsPrevious: boolean;
}

/** What guards look at. Methods of the file system throw system errors. */
export interface GuardPorts extends MountPorts {
  readonly fs: MountPorts['fs'] & Pick<ExportFs, 'facts' | 'list' | 'realpath'>;
  readonly home: string;
  /** Environment variables; on Windows, OneDrive sets some to its folders. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The file system of this computer. */
export const nodeGuardFs: GuardPorts['fs'] = {
  facts: nodeExportFs.facts,
  list: nodeExportFs.list,
  realpath: nodeExportFs.realpath,
  fileSystemType: async (path) => (await promises.statfs(path)).type,
  readText: (path) => promises.readFile(path, 'utf8'),
};

/** Each warns of one kind of place. In the order in which warnings are shown. */
const guards: readonly ((target: GuardedTarget, ports: GuardPorts) => Promise<ExportWarning | null>)[] = [
  gitWarning,
  cloudWarning,
  networkWarning,
  accessListWarning,
];

/** Finds warnings about a place for private keys. Never fails. */
export type ExportGuards = (target: GuardedTarget) => Promise<readonly ExportWarning[]>;

/** Checks for git worktrees, synced folders, network file systems and access lists. */
export function createExportGuards(ports: GuardPorts): ExportGuards {
  return async (target) => {
    if (target.secrets.length === 0) return [];
    const directory = await unlessRefused(ports.fs.realpath(target.directory));
    // The review of the target reports the error.
    if (directory === null) return [];
    const home = await ports.fs.realpath(ports.home).catch(() => ports.home);
    // Without permission for a check there is no warning.
    const warnings = await Promise.all(
      guards.map((guard) => unlessRefused(guard({ ...target, directory }, { ...ports, home }))),
    );
    return warnings.filter((warning) => warning !== null);
  };
}

/** A directory and its ancestors, nearest first. */
function ancestorsOf(directory: string): readonly string[] {
  const ancestors = [directory];
  for (let parent = dirname(directory); parent !== ancestors.at(-1); parent = dirname(parent)) {
    ancestors.push(parent);
  }
  return ancestors;
}

const timeoutMs = 3_000;
/** In a foreign repository, `core.fsmonitor` can name a program that git runs when it reads the index. */
const gitArguments = ['--no-optional-locks', '-c', 'core.fsmonitor=false'] as const;
/**
 * In a partial clone, git before 2.44 fetches missing objects with programs from the configuration (`remote.*.uploadpack`,
 * `core.sshCommand`). So no protocol is allowed; the environment overrides the configuration.
 */
const gitEnvironment = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' } as const;

/** Warns of a git worktree that tracks the private keys or doesn't ignore them; without git, of any. */
export async function gitWarning(
  { directory, secrets, keepsPrevious }: GuardedTarget,
  { fs, run }: Pick<GuardPorts, 'fs' | 'run'>,
): Promise<ExportWarning | null> {
  const worktree = await worktreeOf(directory, fs);
  if (worktree === null) return null;
  const inWorktree = relative(worktree, directory).split(sep).filter(Boolean);
  const hidden = keepsPrevious ? [...new Set(secrets.map(previousOf))] : [];
  const all = [...secrets, ...hidden];
  // The leading dot prevents names that start with a colon from being read as pathspec magic.
  const paths = all.map((secret) => ['.', ...inWorktree, ...secret.split('/')].join('/'));
  const ignored = await ignoredPaths(worktree, paths, run);
  const committed = all.filter((_secret, index) => !(ignored?.has(paths[index] ?? '') ?? false));
  if (committed.length === 0) return null;
  const ignoreLines = linesFor(inWorktree, committed);
  return { kind: 'gitWorktree', worktree, ignoreLines, isAsked: ignored !== null };
}

const previousDirectory = `.notafter-${'0'.repeat(24)}.generation`;

/** Where the backup of a replaced private key would be kept, with a sample directory name. */
function previousOf(secret: string): string {
  const names = secret.split('/');
  return [...names.slice(0, -1), previousDirectory, names.at(-1)].join('/');
}

/** The nearest directory with a `.git`: a directory, or a file in linked worktrees and submodules. */
async function worktreeOf(directory: string, fs: GuardPorts['fs']): Promise<string | null> {
  for (const ancestor of ancestorsOf(directory)) {
    if ((await unlessMissing(fs.facts(join(ancestor, '.git')))) !== null) return ancestor;
  }
  return null;
}

/** `null`: git is not there, or does not answer for this repository. */
async function ignoredPaths(
  worktree: string,
  paths: readonly string[],
  run: GuardPorts['run'],
): Promise<ReadonlySet<string> | null> {
  const args = [...gitArguments, '-C', worktree, 'check-ignore', '-z', '--stdin'];
  const output = await run('git', args, {
    input: paths.join('\0'),
    timeoutMs,
    env: gitEnvironment,
  });
  // 1: none is ignored.
  if (output === null || output.exitCode > 1) return null;
  return new Set(output.stdout.split('\0'));
}

/** Files of the same name in several folders share one line. */
function linesFor(inWorktree: readonly string[], secrets: readonly string[]): string {
  // A pattern can't contain a line feed.
  if (inWorktree.some((name) => name.includes('\n'))) return '';
  const places = secrets.map((secret) => {
    const names = secret.split('/');
    const isPrevious = names.at(-2) === previousDirectory;
    return isPrevious
      ? { folder: names.slice(0, -2), pattern: hiddenPattern }
      : { folder: names.slice(0, -1), pattern: escaped(names.at(-1) ?? '') };
  });
  const isOne = new Set(places.map(({ folder }) => folder.join('/'))).size === 1;
  const lines = places.map(({ folder, pattern }) =>
    ['', ...inWorktree.map(escaped), ...(isOne ? folder.map(escaped) : ['*']), pattern].join('/'),
  );
  return [...new Set(lines)].map((line) => `${line}\n`).join('');
}

/** As of gitignore(5). */
function escaped(name: string): string {
  return name.replace(/[\\*?[]/gu, '\\$&').replace(/ $/u, '\\ ');
}

/** Folder names in the home folder. */
const homeFolders: readonly (readonly [RegExp, string])[] = [
  [/^Dropbox(?: \(.+\))?$/u, 'Dropbox'],
  [/^OneDrive(?: - .+)?$/u, 'OneDrive'],
  [/^(?:Google ?Drive|My Drive)$/u, 'Google Drive'],
  [/^iCloud ?Drive$/u, 'iCloud'],
  [/^Nextcloud\d*$/u, 'Nextcloud'],
  [/^ownCloud\d*$/u, 'ownCloud'],
];
const markers: readonly (readonly [RegExp, string])[] = [
  [/^\.dropbox(?:\.cache)?$/u, 'Dropbox'],
  [/^\.stfolder$/u, 'Syncthing'],
  [/^\.nextcloudsync\.log$/u, 'Nextcloud'],
  [/^\.owncloudsync\.log$/u, 'ownCloud'],
  [/^\._?sync_[0-9a-f]+\.db$/u, 'Nextcloud / ownCloud'],
  [/^\.tmp\.drive(?:down|up)load$/u, 'Google Drive'],
  // In the root of its drive on Windows, where the name of "My Drive" depends on the language.
  [/^\.shortcut-targets-by-id$/u, 'Google Drive'],
];
const oneDriveVariables = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'] as const;
const windowsDrive = /^[A-Z]:\\$/iu;

/** Warns if a program syncs the directory, detected by names and marker files. */
export async function cloudWarning(
  { directory }: Pick<GuardedTarget, 'directory'>,
  { fs, ...places }: Pick<GuardPorts, 'fs' | 'home' | 'env'>,
): Promise<ExportWarning | null> {
  for (const ancestor of ancestorsOf(directory)) {
    const byPath = serviceByPath(ancestor, places);
    // Not every directory can be listed.
    const names = byPath === null ? await unlessRefused(fs.list(ancestor)) : null;
    const service = byPath ?? serviceByMarker(names ?? [], ancestor, places.home);
    if (service !== null) return { kind: 'cloudSynced', service };
  }
  return null;
}

function serviceByPath(path: string, { home, env }: Pick<GuardPorts, 'home' | 'env'>): string | null {
  if (oneDriveVariables.some((name) => env[name] && isSame(env[name], path))) return 'OneDrive';
  const name = basename(path);
  const parent = dirname(path);
  // macOS: one folder per account, such as `GoogleDrive-me@example.com`.
  if (isSame(parent, join(home, 'Library', 'CloudStorage'))) return name.split('-')[0] ?? name;
  if (relative(home, path) === ['Library', 'Mobile Documents'].join(sep)) return 'iCloud';
  if (!isSame(parent, home) && !(windowsDrive.test(parent) && name === 'My Drive')) return null;
  return found(homeFolders, name);
}

/** Whether two paths lead to the same place by their text: in any case of letters on Windows, with or without a separator at the end. */
function isSame(path: string, other: string): boolean {
  return relative(path, other) === '';
}

function serviceByMarker(names: readonly string[], directory: string, home: string): string | null {
  // In the home folder, `.dropbox` contains the settings of Dropbox.
  const telling = isSame(directory, home) ? names.filter((name) => name !== '.dropbox') : names;
  for (const name of telling) {
    const service = found(markers, name);
    if (service !== null) return service;
  }
  return null;
}

function found(signs: readonly (readonly [RegExp, string])[], name: string): string | null {
  return signs.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

const groupWrites = 0o020;

/**
 * Whether the access list of a directory (acl(5)) lets others write to it. Such a list shows as group write permission.
 * Without `getfacl` there is no warning.
 */
async function accessListWarning(
  { directory }: GuardedTarget,
  { fs, run }: GuardPorts,
): Promise<ExportWarning | null> {
  const uid = process.geteuid?.();
  if (uid === undefined || ((await fs.facts(directory)).mode & groupWrites) === 0) return null;
  const args = ['--omit-header', '--numeric', '--absolute-names', '--', directory];
  const output = await run('getfacl', args, { timeoutMs });
  return output?.exitCode === 0 && letsOthersWrite(output.stdout, uid) ? { kind: 'writableByOthers' } : null;
}

/** Whether a list lets a user or group other than the owner's write. Permissions removed by the mask don't count. */
export function letsOthersWrite(list: string, uid: number): boolean {
  const entries = list.split('\n').map((line) => {
    const [kind = '', who = '', rights = ''] = line.replace(/(?<!\s)\s*#.*$/u, '').split(':');
    return { kind, who, writes: rights.includes('w') };
  });
  const mask = entries.find(({ kind }) => kind === 'mask');
  if (mask !== undefined && !mask.writes) return false;
  const isOther = ({ kind, who }: { kind: string; who: string }) =>
    who !== '' && who !== '0' && (kind === 'group' || (kind === 'user' && who !== `${uid}`));
  return entries.some((entry) => entry.writes && isOther(entry));
}
