import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

import { projectFolder } from '#scripts/lib/paths.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { z } from '#shared/zod.ts';

const units = join(projectFolder, 'assets', 'package', 'linux', 'systemd', 'system');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const needsSystemd = needs(hasSystemd, 'systemd-analyze is missing');

/** Runs systemd-analyze on the unit, with a program that exists. */
function analyze(words: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = readFileSync(join(units, 'notafter.service'), 'utf8');
  const file = join(folder, 'notafter.service');
  writeFileSync(file, text.replaceAll('/usr/bin/notafter', process.execPath));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the unit of the service', () => {
  it('is understood by systemd in each line', needsSystemd, () => {
    const words = ['verify', '--man=no', '--recursive-errors=no'];
    expect(analyze(words)).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('leaves open what the documents say, and nothing else', needsSystemd, () => {
    const { stdout } = analyze(['security', '--offline=yes', '--json=short', '--no-pager']);
    const rows = z
      .array(
        z.object({ set: z.boolean().nullable(), json_field: z.string(), exposure: z.string().nullable() }),
      )
      .parse(JSON.parse(stdout));
    const open = rows.filter(({ set, exposure }) => set === false && Number(exposure ?? 0) > 0);
    expect(open.map(({ json_field }) => json_field).sort()).toEqual([
      'DeviceAllow',
      'IPAddressDeny',
      'MemoryDenyWriteExecute',
      'NotifyAccess',
      'PrivateNetwork',
      'PrivateUsers',
      'RestrictAddressFamilies_AF_INET_INET6',
      'RestrictAddressFamilies_AF_NETLINK',
      'RestrictAddressFamilies_AF_UNIX',
      'RootDirectoryOrRootImage',
    ]);
  });

  it('runs as the user that sysusers.d makes, with the same home', () => {
    const service = readFileSync(join(units, 'notafter.service'), 'utf8');
    const user = readFileSync(join(units, 'notafter.sysusers.conf'), 'utf8');
    const [, name = '', home = ''] = /^u (\S+) - "NotAfter" (\S+)$/mu.exec(user) ?? [];
    expect(service).toContain(`\nUser=${name}\n`);
    expect(service).toContain(`HOME=${home} `);
    expect(home).toBe(`/var/lib/${/^StateDirectory=(\S+)$/mu.exec(service)?.[1]}`);
  });
});
