import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { setUp } from '#scripts/lib/setUp.ts';
import { StopError } from '#scripts/lib/terminal.ts';
import { needs } from '#scripts/vitest/needs.ts';

const hasElectron = existsSync(join(projectFolder, 'node_modules', 'electron', 'path.txt'));

it(
  'says what went wrong and what to do where the cache folder cannot be made',
  needs(!hasElectron, 'Electron is in node_modules already'),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'set-up-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '');
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'file'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const error = await setUp([], 'test').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StopError);
    expect(String(error)).toMatch(/The set-up failed: ENOTDIR: .*Then run the command again\.$/s);
  },
);

it('reports an Electron that is missing where the environment says', async () => {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(setUp([], 'test')).rejects.toThrow('/nowhere holds no Electron distribution');
});
