import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { desktopsVariable } from '../testDesktop.ts';

// Setup of the end-to-end tests: each worker gets its own desktop and its own output folder. Without private desktops,
// as on macOS and Windows, the user's desktop is used.
const slot = Number(process.env['VITEST_POOL_ID'] ?? 1);
const desktops: readonly Readonly<Record<string, string>>[] = JSON.parse(
  process.env[desktopsVariable] ?? '[]',
);
Object.assign(process.env, desktops[slot - 1]);
const folder = process.env['NOTAFTER_TEST_OUT'];
// Files share a process, and this runs before each of them.
if (folder !== undefined && desktops.length > 0 && basename(folder) !== `desktop-${slot}`) {
  const own = join(folder, `desktop-${slot}`);
  mkdirSync(own, { recursive: true });
  process.env['NOTAFTER_TEST_OUT'] = own;
}
