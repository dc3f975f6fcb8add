import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeExportFs } from '#main/deployment/export/nodeExportFs.ts';
import { needsPosix } from '#scripts/vitest/needs.ts';
import { temporaryDirectory } from '#test/unit/deployment/export/fixtures.ts';
import { linkInto } from '#test/unit/deployment/export/olderLinks.ts';
import { bundleIn, pair, writeInto } from '#test/unit/deployment/export/switchScenarios.ts';

const script = join(import.meta.dirname, 'readForever.ts');
const switches = 200;

test.for(['plain files', 'links of an older version'] as const)(
  'a process that reads continuously sees no mixture while files are switched (at first %s)',
  async (first, { signal, skip }) => {
    const isLinked = first !== 'plain files';
    skip(isLinked && needsPosix.skip, needsPosix.meta.skipReason);
    const root = temporaryDirectory();
    const folder = join(root, 'a');
    const stop = join(temporaryDirectory(), 'stop');
    await writeInto(nodeExportFs, root, bundleIn('first'));
    if (isLinked) linkInto(root, pair);
    const before = statSync(folder, { bigint: true }).ino;
    const child = spawn(process.execPath, [script, folder, stop], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // It reads until the test says stop. A failed test says nothing, so the process is killed.
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    const end = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), end]);
    for (let turn = 0; turn < switches && !signal.aborted; turn += 1) {
      const written = await writeInto(nodeExportFs, root, bundleIn(`set${turn}`));
      expect(written?.previous).toMatch(/\.generation$/);
    }
    writeFileSync(stop, '');
    await end;
    const { reads, sets, mixed } = JSON.parse(said.replace('going\n', ''));
    expect(mixed).toBe(0);
    // It was reading all the time.
    expect(reads).toBeGreaterThan(switches);
    expect(sets).toBeGreaterThan(switches / 10);
    expect(statSync(folder, { bigint: true }).ino).toBe(before);
    expect(readdirSync(folder)).toHaveLength(3);
  },
);
