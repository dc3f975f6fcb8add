import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { desktopsVariable } from '../lib/testDesktops.ts';

// Set-up of the end-to-end tests: as many files run at once as there are desktops, each on one of its own with a folder
// of its own for what it leaves. Without desktops, as on macOS and Windows, the person's own is used.
const slot = Number(process.env['VITEST_POOL_ID'] ?? 1);
const desktops: readonly Readonly<Record<string, string>>[] = JSON.parse(
  process.env[desktopsVariable] ?? '[]',
);
Object.assign(process.env, desktops[slot - 1]);
const folder = process.env['NOTAFTER_TEST_OUT'];
if (folder !== undefined && desktops.length > 0) {
  const own = join(folder, `desktop-${slot}`);
  mkdirSync(own, { recursive: true });
  process.env['NOTAFTER_TEST_OUT'] = own;
}
