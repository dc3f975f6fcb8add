import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFolder } from '#scripts/lib/paths.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const { mac } = parse(read('electron-builder.yml')) as {
  readonly mac: Readonly<Record<string, unknown>> & { readonly files: readonly string[] };
};

it('macOS gets one universal app as a dmg and a zip, in the menu bar only', () => {
  expect(mac['target']).toEqual([
    { target: 'dmg', arch: 'universal' },
    { target: 'zip', arch: 'universal' },
  ]);
  expect(mac['extendInfo']).toEqual({ LSUIElement: true });
});

it('its runtime is hardened, and may do no more than compile JavaScript', () => {
  expect(mac['hardenedRuntime']).toBe(true);
  expect(mac['entitlements']).toBe(mac['entitlementsInherit']);
  const plist = read(String(mac['entitlements']));
  expect([...plist.matchAll(/<key>(.*)<\/key>\s*<(.*)\/>/gu)].map(([, key, value]) => [key, value])).toEqual([
    ['com.apple.security.cs.allow-jit', 'true'],
  ]);
});

it('every icon of the tray is there as a template image, in both sizes, and packed', () => {
  const folder = join(projectFolder, 'assets/tray');
  const icons = globSync('*.png', { cwd: folder }).filter((name) => !/Template|@2x/u.test(name));
  expect(icons.length).toBeGreaterThan(8);
  const missing = icons
    .flatMap((name) => ['Template.png', 'Template@2x.png'].map((end) => name.replace('.png', end)))
    .filter((name) => !existsSync(join(folder, name)));
  expect(missing).toEqual([]);
  expect(mac.files).toContain('assets/tray/*Template*.png');
});
