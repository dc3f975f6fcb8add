import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';

/**
 * Forbids core dumps of the app (Linux): its memory holds tokens, and during an export private keys. A process passes
 * its limit on to those that it makes; the ones from which Chromium forks all others are there before us, and so are
 * named too. Where it cannot be done the system's own limit holds, which the log says.
 */
export function forbidCoreDumps(logger: Logger): void {
  if (process.platform !== 'linux') return;
  const script = 'for id; do prlimit --pid "$id" --core=0:0 || exit; done';
  const ids = [process.pid, ...descendants(process.pid)].map(String);
  // Node has no call for it.
  execFile('/bin/sh', ['-c', script, 'sh', ...ids], (error) => {
    if (error !== null) logger.warn('core dumps are not forbidden', { error: errorName(error) });
  });
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
