import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { exportResult } from '#main/cli/commands/export.ts';
import { updateResult } from '#main/cli/commands/update.ts';
import { z } from '#shared/zod.ts';
import { connect, serviceFor, startTestApp, temporaryFolder } from '#test/integration/app/testApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { alone } from './askApp.ts';

const rids = Array.from({ length: 12 }, (_, index) => `o${String(index).padStart(2, '0')}`);

/** Twelve orders that the app knows, which has ended, and a folder for their files. */
async function twelveOrders() {
  const service = await serviceFor({ orders: 0 });
  for (const rid of rids)
    await service.addOrder({ rid, name: rid, domains: [`${rid}.example`], days: 60, keyKind: 'p256' });
  const profile = { userData: temporaryFolder(), secretProcess: new FakeSecretHost() };
  const test = await startTestApp(profile);
  await connect(test, service, rids);
  await test.quit();
  const target = temporaryFolder();
  const committed = countCommits();
  const run = async (words: string) => {
    const before = { connections: service.connections, requests: service.requests.length };
    committed.reset();
    const answer = await alone(new FakeDesktop(profile), words);
    return {
      ...answer,
      commits: committed.count(),
      connections: service.connections - before.connections,
      requests: service.requests.length - before.requests,
    };
  };
  const exported = (words: string, to = target) => run(`export --json ${words} --preset nginx --to ${to}`);
  return { service, target, run, exported };
}

/** Counts the transactions of databases in this process. */
function countCommits() {
  const executed = vi.spyOn(DatabaseSync.prototype, 'exec');
  onTestFinished(() => executed.mockRestore());
  return {
    reset: () => executed.mockClear(),
    count: () => executed.mock.calls.filter(([sql]) => sql === 'COMMIT').length,
  };
}

function outcomes(json: string) {
  const { orders } = exportResult(z).parse(JSON.parse(json));
  return orders.map(({ rid, result, reason }) => [rid, result, reason]);
}

/** The folder of an order in a target. */
function folderOf(target: string, rid: string): string {
  return join(target, readdirSync(target).find((name) => name.startsWith(rid)) ?? rid);
}

/** The certificate in a folder, whose key must match it. */
function certificateIn(folder: string): X509Certificate {
  const certificate = new X509Certificate(readFileSync(join(folder, 'fullchain.pem')));
  const key = createPrivateKey(readFileSync(join(folder, 'privkey.pem')));
  expect(certificate.checkPrivateKey(key), folder).toBe(true);
  return certificate;
}

/** The names in a folder and below it that an export uses while it writes. */
function stagesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).flatMap((name) => [
    name,
    ...(name.startsWith('.') ? [] : readdirSync(join(folder, name))),
  ]);
  return names.filter((name) => /^\.notafter-[0-9a-f]+\.tmp$/u.test(name));
}

it('twelve orders in one command take as many writes of the database as one, and few connections', async () => {
  const { target, exported } = await twelveOrders();
  const asked = [...rids].reverse();
  const one = await exported(`${rids[0]} --keep-updated`, temporaryFolder());
  const all = await exported(`${asked.join(' ')} --keep-updated`);
  expect(outcomes(all.out)).toEqual(asked.map((rid) => [rid, 'written', null]));
  expect({ code: all.code, err: all.err, requests: all.requests }).toEqual({
    code: 0,
    err: '',
    requests: 12,
  });
  expect(one).toMatchObject({ code: 0, requests: 1, connections: 1 });
  expect(all.commits).toBe(one.commits);
  expect(all.connections).toBeLessThan(all.requests);
  for (const rid of rids) certificateIn(folderOf(target, rid));
  expect(stagesIn(target)).toEqual([]);
});

it('one that the service refuses, one without a place and one with another key leave the others written', async () => {
  const { service, target, exported } = await twelveOrders();
  service.setFault('o03', { kind: 'status', status: 500 });
  service.setFault('o07', { kind: 'wrongPem', variant: 'otherKey' });
  const first = await exported('--all');
  const failed = new Map(outcomes(first.out).map(([rid, ...rest]) => [rid, rest]));
  expect(first.code).toBe(1);
  expect(failed.get('o03')).toEqual(['failed', 'serverError']);
  expect(failed.get('o07')).toEqual(['failed', 'invalidMaterial']);
  expect([...failed.values()].filter(([result]) => result === 'written')).toHaveLength(10);
  service.clearFaults();
  // Another folder, in which a file takes the place of one.
  const other = temporaryFolder();
  writeFileSync(join(other, folderOf(target, 'o05').slice(target.length + 1)), 'in the way');
  const second = await exported('--all', other);
  expect(second.code).toBe(1);
  expect(outcomes(second.out)).toEqual(
    rids.map((rid) => (rid === 'o05' ? [rid, 'failed', 'fileSystem'] : [rid, 'written', null])),
  );
  for (const rid of rids) if (rid !== 'o05') certificateIn(folderOf(other, rid));
});

it('updates of twelve renewed orders share connections and writes of the database', async () => {
  const { service, target, run, exported } = await twelveOrders();
  await exported('--all --keep-updated');
  await service.renew('o00', { days: 300 });
  const one = await run('update --json');
  for (const rid of rids) await service.renew(rid, { days: 301 });
  const all = await run('update --json');
  const { orders } = updateResult(z).parse(JSON.parse(all.out));
  expect(orders.map(({ rid, folders }) => [rid, folders.map(({ result }) => result)])).toEqual(
    rids.map((rid) => [rid, ['updated']]),
  );
  expect({ code: all.code, err: all.err }).toEqual({ code: 0, err: '' });
  // As many as each folder needs alone, at most. How many are written together depends on how busy the computer is.
  expect(all.commits - one.commits).toBeLessThanOrEqual(3 * (rids.length - 1));
  expect(all.connections).toBeLessThan(all.requests);
  for (const rid of rids) {
    const leaf = new X509Certificate(service.order(rid).material.certificateServer);
    expect(certificateIn(folderOf(target, rid)).fingerprint256).toBe(leaf.fingerprint256);
  }
  expect(stagesIn(target)).toEqual([]);
});
