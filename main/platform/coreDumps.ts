import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { errorName } from './errors.ts';
import type { Logger } from './logger.ts';

/**
 * Disables core dumps of the app (Linux): its memory contains tokens and private keys. Child processes inherit the
 * limit; those that exist already are set as well. A failure is logged. Takes a fork, which blocks a large process for a
 * while.
 */
export async function forbidCoreDumps(logger: Logger): Promise<void> {
  if (process.platform !== 'linux') return;
  const script = 'for id; do prlimit --pid "$id" --core=0:0 || exit; done';
  const ids = [process.pid, ...descendants(process.pid)].map(String);
  // Node has no API for resource limits.
  await promisify(execFile)('/bin/sh', ['-c', script, 'sh', ...ids]).catch((error: unknown) =>
    logger.warn('core dumps are not forbidden', { error: errorName(error) }),
  );
}

function descendants(id: number): readonly number[] {
  const children = childrenOf(id);
  return [...children, ...children.flatMap(descendants)];
}

function childrenOf(id: number): readonly number[] {
  try {
    const list = readFileSync(`/proc/${id}/task/${id}/children`, 'utf8');
    return list.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
