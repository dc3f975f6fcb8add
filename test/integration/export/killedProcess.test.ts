import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { nodeExportFs } from '#main/export/exportFs.ts';
import { cleanLeftovers } from '#main/export/leftovers.ts';
import { contentOf, fileNames } from '#test/unit/export/bundles.ts';

const script = join(import.meta.dirname, 'exportForever.ts');

function setsIn(folder: string): Set<string> {
  return new Set(
    fileNames.map((name) => {
      const path = join(folder, name);
      if (!existsSync(path)) return 'none';
      const content = readFileSync(path);
      return ['even', 'odd'].find((set) => content.equals(contentOf(set, name))) ?? 'partial';
    }),
  );
}

/** A folder whose files are of two sets must have a journal by which the next start repairs it. */
function hasJournal(folder: string): boolean {
  return readdirSync(folder).some((name) => existsSync(join(folder, name, '.journal.json')));
}

test('a process that is killed at any moment leaves whole sets, once the next one has looked after it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'killed-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, [script, root], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let complaints = '';
    child.stderr.on('data', (chunk) => {
      complaints += chunk;
    });
    const exit = once(child, 'exit');
    await Promise.race([once(child.stdout, 'data'), exit]);
    await sleep(Math.random() * 60);
    child.kill('SIGKILL');
    expect((await exit)[1], complaints).toBe('SIGKILL');

    const folders = readdirSync(root).filter((name) => !name.startsWith('.'));
    for (const name of folders) {
      if (setsIn(join(root, name)).size > 1) expect(hasJournal(join(root, name)), name).toBe(true);
    }
    const later = Date.now() + 1000;
    for (const name of ['.', ...folders]) await cleanLeftovers(nodeExportFs, join(root, name), later);
    for (const name of folders) {
      const folder = join(root, name);
      expect(readdirSync(folder).sort(), name).toEqual([...fileNames].sort());
      expect(['even', 'odd'], name).toContain([...setsIn(folder)].join('+'));
      expect(lstatSync(join(folder, 'privkey.pem')).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(root).filter((name) => name.startsWith('.'))).toEqual([]);
    for (const name of folders.filter((folder) => folder.startsWith('fresh-'))) {
      rmSync(join(root, name), { recursive: true });
    }
  }
});
