import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VaultCipher } from '#main/credentials/vault/vault.ts';
import { createInboxRepository } from '#main/storage/inboxRepository.ts';
import { openDatabase } from '#main/storage/openDatabase.ts';
import { aboutKey } from '#main/webhook/inbox/deliveryKeys.ts';
import { buildDelivery, type DeliveryRequest } from '#test/service/delivery.ts';
import { soakCount } from '#test/support/soak.ts';
import { temporaryFolder } from '#test/unit/storage/temporaryFolder.ts';
import { material, soundFields } from '#test/unit/webhook/inbox/deliveries.ts';
import { killSteps, testSecret, testVaultKey, warmUp } from './killSteps.ts';

const receiver = fileURLToPath(new URL('./receiveUntilKilled.ts', import.meta.url));
/** Deliveries in flight at once. */
const IN_FLIGHT = 6;

/** A delivery as sent, the same at every try. `task` identifies it. */
interface Sent {
  readonly task: string;
  readonly delivery: DeliveryRequest;
}

function newSent(): Sent {
  const task = randomUUID();
  const encoding = randomInt(2) === 0 ? 'json' : 'form';
  return { task, delivery: buildDelivery({ ...soundFields, task }, { secret: testSecret, task, encoding }) };
}

/** Returns the status, or `null` if the connection broke before. */
function send(port: number, { delivery }: Sent): Promise<number | null> {
  return new Promise((resolve) => {
    const headers = Object.fromEntries([...delivery.headers, ['content-length', delivery.body.length]]);
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path: '/hook',
      method: 'POST',
      headers,
      agent: false,
    });
    outgoing.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    });
    outgoing.on('error', () => resolve(null));
    outgoing.end(delivery.body);
  });
}

async function portOf(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('no output');
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return Number(output.toString());
}

function start(path: string, step: string, nth: number, cache: string): ChildProcess {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  const args = [receiver, path, step, `${nth}`];
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** A sequence of receivers on one database. */
class Lane {
  readonly #path = join(temporaryFolder(tmpdir()), 'notafter.db');
  readonly #cache: string;
  /** Ids of deliveries whose keys were decrypted. */
  readonly #opened = new Set<string>();
  readonly #answered = new Set<string>();
  /** Sent, but not answered: they are sent again. */
  #unanswered: Sent[] = [];
  readonly statuses = new Map<number | null, number>();
  /** Deliveries that were on disk although their sender got no answer. */
  keptUnheard = 0;

  constructor(cache: string) {
    this.#cache = cache;
  }

  /** Runs a receiver until it is killed: at a step, or after some milliseconds. */
  async killAt(step: string, nth: number, afterMs: number | null): Promise<void> {
    const child = start(this.#path, step, nth, this.#cache);
    const exited = once(child, 'exit');
    const port = await portOf(child);
    if (afterMs !== null) void wait(afterMs).then(() => child.kill('SIGKILL'));
    const sent = [...this.#unanswered, ...Array.from({ length: IN_FLIGHT }, newSent)];
    const statuses = await Promise.all(sent.map((one) => send(port, one)));
    child.kill('SIGKILL');
    await exited;
    for (const [index, status] of statuses.entries()) {
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      const { task } = sent[index] ?? { task: '' };
      if (status === 204) this.#answered.add(task);
    }
    this.#unanswered = sent.filter(({ task }) => !this.#answered.has(task));
    this.#check();
  }

  /** Runs a receiver that is not killed before it has answered: everything that got no answer is answered now. */
  async answerAll(): Promise<void> {
    await this.killAt('', 0, null);
    expect(this.#unanswered).toEqual([]);
  }

  /** Checks that all answered deliveries are stored, none twice, and that every key can be decrypted. */
  #check(): void {
    const opened = openDatabase(this.#path);
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    const inbox = createInboxRepository(opened.value);
    const cipher = new VaultCipher(Buffer.from(testVaultKey, 'hex'), true, randomBytes);
    const records = inbox.load();
    const tasks = new Set(records.map(({ task }) => task));
    const fresh = records.filter(({ id }) => !this.#opened.has(id));
    const broken = fresh.filter((record) => {
      const sealed = inbox.sealedKey(record.id);
      const key = sealed.ok && sealed.value !== null ? cipher.unseal(sealed.value, aboutKey(record)) : null;
      return key?.ok !== true || key.value.toString() !== material.key;
    });
    for (const { id } of fresh) this.#opened.add(id);
    opened.value.dispose();
    this.keptUnheard += this.#unanswered.filter(({ task }) => tasks.has(task)).length;
    expect([...this.#answered].filter((task) => !tasks.has(task))).toEqual([]);
    expect(records.length - tasks.size).toBe(0);
    expect(broken).toEqual([]);
  }
}

describe('a receiver that is killed between accept and answer', () => {
  it('has every delivery that was answered 204, none twice, after any number of kills', {
    timeout: 600_000,
  }, async () => {
    const cache = temporaryFolder(tmpdir());
    await once(start(join(cache, 'notafter.db'), warmUp, 0, cache), 'exit');
    const lanes = [new Lane(cache), new Lane(cache)];
    const work = async (lane: Lane) => {
      for (let run = 0; run < soakCount(100); run += 1) {
        // Every step in turn, at one of the deliveries in flight; after the last step once at random.
        const step = killSteps[run % (killSteps.length + 1)];
        if (step === undefined) await lane.killAt('', 0, randomInt(1, 40));
        else await lane.killAt(step, randomInt(1, step === 'beforeWrite' ? 2 : IN_FLIGHT), null);
      }
      await lane.answerAll();
    };
    await Promise.all(lanes.map(work));
    const count = (status: number | null) =>
      lanes.reduce((sum, { statuses }) => sum + (statuses.get(status) ?? 0), 0);
    // Only success and broken connections, and both often enough.
    const others = lanes.flatMap(({ statuses }) => [...statuses.keys()]);
    expect(others.filter((status) => status !== 204 && status !== null)).toEqual([]);
    expect(count(204)).toBeGreaterThan(soakCount(200));
    expect(count(null)).toBeGreaterThan(soakCount(200));
    expect(lanes.reduce((sum, { keptUnheard }) => sum + keptUnheard, 0)).toBeGreaterThan(soakCount(20));
  });
});
