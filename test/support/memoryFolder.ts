import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';

/**
 * The parent of temporary folders in which a test syncs often: in memory on Linux, where that is fast. A container may
 * have no more than 64 MB there. Integration tests use a disk.
 */
export const memoryFolder = process.platform !== 'win32' && existsSync(memory) ? memory : tmpdir();
