import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { HiddenNames } from '#main/deployment/export/hiddenNames.ts';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { Repairs } from '#main/deployment/export/repairs.ts';
import { createHiddenRepository } from '#main/storage/exportRepositories.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { contentOf, fileNames } from '#test/unit/deployment/export/bundles.ts';

const script = join(import.meta.dirname, 'exportForever.ts');

/** The sets that the files of a folder belong to, and `none` for a missing one. */
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

/** An incomplete folder must have a journal with which the next start repairs it. */
function hasJournal(folder: string): boolean {
  return readdirSync(folder).some((name) => existsSync(join(folder, name, '.journal.json')));
}

/** What the next process does when it starts. */
async function repairAll(database: string): Promise<void> {
  const opened = openDatabase(database);
  if (!opened.ok) throw new Error(opened.error.kind);
  const names = new HiddenNames(createHiddenRepository(opened.value));
  await new Repairs(nodeExportFs, names).repairAll();
  expect(names.interruptedFolders().filter((folder) => existsSync(folder))).toEqual([]);
  opened.value.dispose();
}

test('a process that is killed at any moment leaves complete sets after the repair at the next start', async () => {
  const root = mkdtempSync(join(tmpdir(), 'killed-'));
  const home = mkdtempSync(join(tmpdir(), 'home-'));
  onTestFinished(() => {
    for (const path of [root, home]) rmSync(path, { recursive: true, force: true });
  });
  const database = join(home, 'data.sqlite');
  for (let round = 0; round < 8; round += 1) {
    const child = spawn(process.execPath, [script, root, database], {
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
      const sets = setsIn(join(root, name));
      expect(sets.has('even') && sets.has('odd'), name).toBe(false);
      if (sets.size > 1) expect(hasJournal(join(root, name)), name).toBe(true);
    }
    await repairAll(database);
    for (const name of folders) {
      const folder = join(root, name);
      const names = readdirSync(folder);
      expect(names.filter((file) => !file.startsWith('.')).sort(), name).toEqual([...fileNames].sort());
      const generations = names.filter((file) => file.endsWith('.generation'));
      expect(generations.length, name).toBeLessThanOrEqual(1);
      for (const generation of generations) expect([...setsIn(join(folder, generation))]).toHaveLength(1);
      const others = names.filter((file) => file.startsWith('.') && !generations.includes(file));
      expect(others, name).toEqual([]);
      expect(['even', 'odd'], name).toContain([...setsIn(folder)].join('+'));
      expect(statSync(join(folder, 'privkey.pem')).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(root).filter((name) => name.startsWith('.'))).toEqual([]);
    for (const name of folders.filter((folder) => folder.startsWith('fresh-'))) {
      rmSync(join(root, name), { recursive: true });
    }
  }
});
