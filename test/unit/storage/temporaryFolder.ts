import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { memoryFolder } from '#test/support/memoryFolder.ts';

/** A folder that is removed after the test. @param parent where; a disk for much data */
export function temporaryFolder(parent = memoryFolder): string {
  const folder = mkdtempSync(join(parent, 'notafter-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
