import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { createOrderRepository } from '#main/storage/orderRepository.ts';
import { openWithConnections } from '#test/unit/storage/fixtures.ts';
import { temporaryFolder } from '#test/unit/storage/temporaryFolder.ts';

const writer = fileURLToPath(new URL('./writeUntilKilled.ts', import.meta.url));

/** Lets a child write until it acknowledged `enough` orders, kills it, and returns every acknowledged id. */
async function writeAndKill(path: string, round: number, enough: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, path, `${round}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.setEncoding('utf8');
  for await (const chunk of child.stdout as AsyncIterable<string>) {
    output += chunk;
    if (output.split('\n').length > enough) child.kill('SIGKILL');
  }
  await exited;
  // Output after the last line end was cut off with the process and is no acknowledgement.
  return output.split('\n').slice(0, -1);
}

describe('a process that is killed while it writes', () => {
  it('loses nothing that it had acknowledged, in several rounds', async () => {
    const path = join(temporaryFolder(tmpdir()), 'notafter.db');
    openWithConnections(path).dispose();
    const acknowledged: string[] = [];
    for (const [round, enough] of [3, 41, 7, 150, 1].entries()) {
      acknowledged.push(...(await writeAndKill(path, round, enough)));
    }
    expect(acknowledged.length).toBeGreaterThan(200);
    const result = openDatabase(path);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    const orders = createOrderRepository(result.value);
    const states = new Map(orders.load().map((record) => [record.id, record.leaf?.commonName]));
    expect(acknowledged.filter((id) => states.get(id) !== `${id}.example`)).toEqual([]);
    result.value.dispose();
  });
});
