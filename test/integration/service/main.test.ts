import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { httpsStatus } from '#test/unit/service/serviceClient.ts';

const script = fileURLToPath(import.meta.resolve('#test/service/main.ts'));
const running = new Set<ChildProcess>();

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

interface FirstLine {
  readonly baseUrl: string;
  readonly caFile: string | null;
  readonly token: string;
  readonly rids: readonly string[];
  readonly controlUrl: string;
}

async function firstLine(child: ReturnType<typeof start>): Promise<FirstLine> {
  const [line] = await once(createInterface(child.stdout), 'line');
  return JSON.parse(line);
}

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

describe('the command', { timeout: 30_000 }, () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'serves what its first line says, and leaves nothing behind on %s',
    async (signal) => {
      const child = start('--tls', '--orders', '2');
      const { baseUrl, caFile, token, rids, controlUrl } = await firstLine(child);
      expect(rids).toHaveLength(2);
      const ca = caFile ?? '';
      expect(statSync(dirname(ca)).mode & 0o777).toBe(0o700);
      const url = `${baseUrl}/open/ssl/latest/${rids[0]}`;
      expect(await httpsStatus(url, readFileSync(ca, 'utf8'), token)).toBe(200);
      expect((await fetch(controlUrl)).status).toBe(200);
      child.kill(signal);
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
      expect(existsSync(dirname(ca))).toBe(false);
    },
  );

  it('has no CA file without TLS, and writes nothing after its first line', async () => {
    const child = start('--orders', '0');
    const output = text(child.stdout);
    const line = await firstLine(child);
    expect(line.caFile).toBeNull();
    expect(new URL(line.baseUrl).protocol).toBe('http:');
    child.kill('SIGTERM');
    expect((await output).trimEnd().split('\n')).toHaveLength(1);
  });

  it('says what is wrong with a flag, shows the usage, and exits with 2', async () => {
    const child = start('--orders', 'many');
    const errors = text(child.stderr);
    const [code] = await once(child, 'exit');
    expect(code).toBe(2);
    expect(await errors).toMatch(/^--orders takes .*"many"\n\nUsage: /);
  });

  it('exits with 1 and the reason when its port is taken', async () => {
    const first = start('--orders', '0');
    const { port } = new URL((await firstLine(first)).baseUrl);
    const second = start('--orders', '0', '--port', port);
    const errors = text(second.stderr);
    const [code] = await once(second, 'exit');
    expect(code).toBe(1);
    expect(await errors).toMatch(/^The service did not start: .*EADDRINUSE/);
  });
});
