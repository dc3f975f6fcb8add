import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { onTestFinished } from 'vitest';
import type {
  BundleOutcome,
  ExportBundle,
  ExportDestination,
  TargetReview,
} from '#main/deployment/export/exportDestination.ts';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { withWindowsAcl } from '#main/deployment/export/windowsAcl.ts';
import type { AppError } from '#shared/errors.ts';
import type { Result } from '#shared/result.ts';
import { memoryFolder } from '#test/support/memoryFolder.ts';
import { contentOf, fileNames } from './bundles.ts';

const isWindows = process.platform === 'win32';

/**
 * The file system of exports. On Windows as if access lists were kept: their tools are tested by themselves.
 */
export const exportFs = isWindows
  ? withWindowsAcl(nodeExportFs, { restrict: async () => true })
  : nodeExportFs;

/** The mode that a file shows which was created with another one: Windows knows only whether it is read-only. */
export function shownBits(mode: number): number {
  return isWindows ? 0o666 : mode;
}

/** As `shownBits`, in octal digits. */
export function shownMode(mode: string): string {
  return shownBits(Number.parseInt(mode, 8)).toString(8);
}

/** A directory for the test, removed afterwards. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(memoryFolder, 'export-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes an existing set of files, the key readable by its owner only. */
export function placeFormer(root: string, folder: string, names: readonly string[] = fileNames): void {
  mkdirSync(join(root, folder), { recursive: true, mode: 0o755 });
  for (const name of names) {
    writeFileSync(join(root, folder, name), contentOf('old', name), {
      mode: name === 'privkey.pem' ? 0o600 : 0o644,
    });
  }
}

/** All paths below a directory with a digest of their content, and mode bits: one line each, sorted. */
export function treeOf(root: string): string[] {
  const lines = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((entry) => {
    const path = entry.replaceAll(sep, '/');
    const stats = lstatSync(join(root, path));
    const mode = (stats.mode & 0o7777).toString(8);
    if (!stats.isFile()) return `${path} ${mode} ${stats.isDirectory() ? 'directory' : 'other'}`;
    const digest = createHash('sha256')
      .update(readFileSync(join(root, path)))
      .digest('hex');
    return `${path} ${mode} ${digest}`;
  });
  return lines.sort();
}

/**
 * The lines of a tree without the empty file of the probe of modes. It has no name on Linux; elsewhere a kill during the probe
 * leaves it.
 */
export function withoutProbe(tree: readonly string[]): readonly string[] {
  const empty = createHash('sha256').digest('hex');
  return process.platform === 'linux' ? tree : tree.filter((line) => !line.endsWith(empty));
}

/** The lines of a tree that must not exist after a finished switch: temporary files, and journals in kept generations. */
export function temporaryOf(tree: readonly string[]): string[] {
  return tree.filter((line) => /\.notafter-[0-9a-f]{24}\.tmp|\/\.[a-z]+\.json /.test(line));
}

/** Names of the kept and used generations in a folder. */
export function generationsIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder)).filter((name) => name.endsWith('.generation'));
}

/** Which set a folder holds: every one of the files from one set, no folder or file at all, or a mixture. */
export function setIn(root: string, folder: string, names: readonly string[] = fileNames): string {
  const sets = new Set(
    names.map((name) => {
      try {
        const content = readFileSync(join(root, folder, name));
        const [set = ''] = content.subarray(0, 8).toString().split(' ');
        return content.equals(contentOf(set, name)) ? set : 'partial';
      } catch {
        return 'none';
      }
    }),
  );
  return [...sets].join('+');
}

/** Reviews and writes, as the service does. */
export async function exportTo(
  destination: ExportDestination,
  bundles: readonly ExportBundle[],
  options: {
    conflicts?: 'replace' | 'keep';
    signal?: AbortSignal;
    between?: (review: TargetReview) => void;
  } = {},
): Promise<{ review: Result<TargetReview>; whole: AppError | null; outcomes: Map<string, BundleOutcome> }> {
  const outcomes = new Map<string, BundleOutcome>();
  const review = await destination.review(bundles);
  if (!review.ok) return { review, whole: review.error, outcomes };
  options.between?.(review.value);
  const usable = bundles.filter(({ orderId }) => review.value.orders.get(orderId)?.ok);
  const written = await destination.write(usable, {
    conflicts: options.conflicts ?? 'replace',
    signal: options.signal ?? new AbortController().signal,
    onOutcome: (orderId, outcome) => outcomes.set(orderId, outcome),
  });
  return { review, whole: written.ok ? null : written.error, outcomes };
}

/** What went wrong with one order, shortened: `fileSystem reason name`. */
export function failureOf(outcome: BundleOutcome | undefined): string | null {
  if (outcome?.kind !== 'failed') return null;
  return describeError(outcome.error);
}

export function describeError(error: AppError | null): string | null {
  if (error === null) return null;
  return error.kind === 'fileSystem' ? `${error.reason} ${error.name}` : error.kind;
}
