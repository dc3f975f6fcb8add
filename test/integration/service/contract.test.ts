import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signTimestamp } from '#test/service/delivery.ts';
import {
  type DeliverOptions,
  type ReferenceService,
  startReferenceService,
} from '#test/service/referenceService.ts';

import { type Receiver, startReceiver } from '#test/support/bareReceiver.ts';

const script = fileURLToPath(import.meta.resolve('#test/service/main.ts'));
const secret = 'not to be seen';
const running = new Set<ChildProcess>();

let receiver: Receiver;
/** The receiver's answer; `null` for none. */
let answer: { readonly status: number; readonly location?: string } | null = { status: 204 };
let service: ReferenceService;

beforeAll(async () => {
  receiver = await startReceiver({
    answer: (response) => {
      if (answer === null) return;
      const { status, location } = answer;
      response.writeHead(status, location === undefined ? {} : { location }).end();
    },
  });
  service = await startReferenceService({ orders: 0 });
  await service.addOrder({ rid: 'r1', name: 'Bücher & more' });
});

afterEach(() => {
  receiver.received.length = 0;
  answer = { status: 204 };
  for (const child of running) child.kill('SIGKILL');
});

afterAll(() => Promise.all([receiver.close(), service.close()]));

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn(process.execPath, [script, ...args], { stdio, env: { ...process.env, ...env } });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = start(args, env);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { output, errors, code };
}

function deliver(options: Partial<DeliverOptions> = {}) {
  return service.deliver('r1', { url: receiver.url, secret, ...options });
}

// The contract is the interface of the service. The app's processing of deliveries is tested with its receiver and inbox.
describe('a delivery of the reference service', () => {
  it('is a signed POST of the seven fields, as JSON or as a form', async () => {
    const { name, material } = service.order('r1');
    const fields = { ssl: name, task: 'Night shift', ...material };
    await deliver({ task: 'Night shift' });
    await deliver({ task: 'Night shift', encoding: 'form', charset: true });
    const [asJson, asForm] = receiver.received;
    expect(asJson).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(asJson?.body ?? '')).toEqual(fields);
    expect(asForm?.headers['content-type']).toBe('application/x-www-form-urlencoded; charset=utf-8');
    expect(Object.fromEntries(new URLSearchParams(asForm?.body))).toEqual(fields);
    for (const { headers } of receiver.received) {
      expect(headers['z-timestamp']).toMatch(/^\d{10}$/);
      expect(headers['z-token']).toBe(signTimestamp(String(headers['z-timestamp']), secret));
    }
    expect(JSON.stringify(receiver.received)).not.toContain(secret);
  });

  it.each([
    { status: 204, outcome: 'succeeded' },
    { status: 302, outcome: 'succeeded' },
    { status: 400, outcome: 'failed' },
    { status: 503, outcome: 'failed' },
  ])('that is answered $status has $outcome, and no redirect is followed', async ({ status, outcome }) => {
    answer = { status, location: receiver.url };
    expect(await deliver()).toMatchObject({ outcome, status });
    expect(receiver.received).toHaveLength(1);
  });

  it('without an answer times out', async () => {
    answer = null;
    expect(await deliver({ timeoutMs: 200 })).toMatchObject({ outcome: 'timedOut' });
  });
});

describe('the command line of the reference service', () => {
  it('serves what its first line says, and removes its files at the end', async () => {
    const child = start(['--tls', '--orders', '2']);
    const [line] = await once(createInterface(child.stdout), 'line');
    const { baseUrl, caFile, token, rids } = JSON.parse(line);
    expect(statSync(dirname(caFile)).mode & 0o777).toBe(0o700);
    const options = { ca: readFileSync(caFile), headers: { authorization: `Bearer ${token}` } };
    const [response] = await once(
      request(`${baseUrl}/open/ssl/latest/${rids[0]}`, options).end(),
      'response',
    );
    expect(response.resume().statusCode).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(existsSync(dirname(caFile))).toBe(false);
  });

  it('delivers, prints the verdict in one line, and never the secret', async () => {
    const args = ['deliver', '--to', receiver.url, '--task', 'By hand'];
    const delivered = await run(args, { NOTAFTER_SIGNING_SECRET: secret });
    expect(delivered).toMatchObject({ errors: '', code: 0 });
    expect(delivered.output).toMatch(/^succeeded: HTTP 204 after \d+ ms\n$/);
    answer = { status: 401 };
    const refused = await run(args, { NOTAFTER_SIGNING_SECRET: secret });
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/^failed: HTTP 401 after \d+ ms\n$/);
  });

  it.each([
    { args: ['--orders', 'many'], message: /^--orders takes .*"many"\n\nUsage: / },
    { args: ['deliver', '--secret', 'half', 'a secret'], message: /\n\nUsage: / },
  ])('explains a usage error of $args and exits with 2', async ({ args, message }) => {
    const { errors, code } = await run(args);
    expect(errors).toMatch(message);
    expect(code).toBe(2);
  });
});
