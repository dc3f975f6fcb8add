import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ControlServer, startControlServer } from '#test/service/controlServer.ts';
import { signTimestamp } from '#test/service/delivery.ts';
import { type ReferenceService, startReferenceService } from '#test/service/referenceService.ts';
import { loopbackTls, type Received, type Receiver, startReceiver } from './receiver.ts';

const script = fileURLToPath(import.meta.resolve('#test/service/main.ts'));
const secret = 'not to be seen';
const secretFromEnvironment = { NOTAFTER_SIGNING_SECRET: secret };
const folder = mkdtempSync(join(tmpdir(), 'notafter-deliver-'));
let status = 204;
let receiver: Receiver;

beforeEach(async () => {
  status = 204;
  receiver = await startReceiver({ answer: (response) => response.writeHead(status).end() });
});

afterEach(() => receiver.close());
afterAll(() => rmSync(folder, { recursive: true }));

// Gives what was printed, after it has made sure that the secret is not in it.
async function run(args: readonly string[], env: Readonly<Record<string, string>> = secretFromEnvironment) {
  const child = spawn(process.execPath, [script, 'deliver', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect(output + errors).not.toContain(secret);
  return { output, errors, code };
}

function signedWithTheSecret({ headers }: Received): boolean {
  return headers['z-token'] === signTimestamp(String(headers['z-timestamp']), secret);
}

describe('deliver, from an order of its own', () => {
  it('prints the verdict of a success in one line and exits with 0', async () => {
    const { output, errors, code } = await run(['--to', receiver.url, '--task', 'By hand']);
    expect(output).toMatch(/^succeeded: HTTP 204 after \d+ ms\n$/);
    expect(errors).toBe('');
    expect(code).toBe(0);
    const [request] = receiver.received;
    expect(request && signedWithTheSecret(request)).toBe(true);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ ssl: 'Throw-away order', task: 'By hand' });
  });

  it('takes the secret from a file, its last line end left out, and writes a form', async () => {
    const file = join(folder, 'secret');
    writeFileSync(file, `${secret}\r\n`, { mode: 0o600 });
    const args = ['--to', receiver.url, '--secret-file', file, '--encoding', 'form', '--rid', 'mine'];
    expect(await run(args, {})).toMatchObject({ code: 0 });
    const [request] = receiver.received;
    expect(request && signedWithTheSecret(request)).toBe(true);
    expect(new URLSearchParams(request?.body).get('ssl')).toBe('Order mine');
  });

  it('exits with 1 on a failure', async () => {
    status = 401;
    const { output, code } = await run(['--to', receiver.url, '--secret', secret], {});
    expect(output).toMatch(/^failed: HTTP 401 after \d+ ms\n$/);
    expect(code).toBe(1);
  });

  it('trusts the authority that it is given', async () => {
    const { caPem, ...tls } = await loopbackTls();
    const file = join(folder, 'ca.pem');
    writeFileSync(file, caPem);
    const guarded = await startReceiver({ tls });
    expect(await run(['--to', guarded.url])).toMatchObject({
      output: expect.stringMatching(/^failed: .*certificate.* after \d+ ms\n$/),
      code: 1,
    });
    expect(await run(['--to', guarded.url, '--ca', file])).toMatchObject({ code: 0 });
    await guarded.close();
  });

  it('says in a line why nothing could be sent', async () => {
    const missing = join(folder, 'missing');
    const { output, errors, code } = await run(['--to', receiver.url, '--secret-file', missing], {});
    expect(output).toBe('');
    expect(errors).toMatch(/^Nothing was delivered: ENOENT.*\n$/);
    expect(code).toBe(1);
  });
});

describe('deliver, from a running service', () => {
  let service: ReferenceService;

  beforeAll(async () => {
    service = await startReferenceService({ orders: 0 });
    await service.addOrder({ rid: 'r1', name: 'Payments' });
  });

  afterAll(() => service.close());

  it('renews its order first and delivers what its Open API gives', async () => {
    const control = await startControlServer(service);
    const before = service.order('r1').fingerprint256;
    const args = ['--to', receiver.url, '--control', control.url, '--rid', 'r1', '--renew'];
    const { output, code } = await run(args);
    expect(output).toMatch(/^succeeded: HTTP 204 after \d+ ms\n$/);
    expect(code).toBe(0);
    const { fingerprint256, material } = service.order('r1');
    expect(fingerprint256).not.toBe(before);
    const [request] = receiver.received;
    expect(request && signedWithTheSecret(request)).toBe(true);
    expect(JSON.parse(request?.body ?? '')).toEqual({ ssl: 'Payments', task: 'Reference task', ...material });
    await control.close();
  });

  it('says that there is no such order, or no such service', async () => {
    const control = await startControlServer(service);
    const args = ['--to', receiver.url, '--control', control.url, '--rid', 'nobody'];
    const unknown = 'Nothing was delivered: There is no order with the rid nobody\n';
    expect(await run(args)).toMatchObject({ errors: unknown, code: 1 });
    await control.close();
    const nobody = `Nothing was delivered: No service answers at ${control.url}\n`;
    expect(await run(args)).toMatchObject({ errors: nobody, code: 1 });
    expect(receiver.received).toEqual([]);
  });
});

describe('the control endpoint', () => {
  let service: ReferenceService;
  let control: ControlServer;

  beforeAll(async () => {
    service = await startReferenceService({ orders: 0 });
    control = await startControlServer(service);
    await service.addOrder({ rid: 'r1', name: 'Payments' });
  });

  afterAll(() => Promise.all([control.close(), service.close()]));

  async function command(body: Readonly<Record<string, unknown>>) {
    const response = await fetch(control.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'deliver', rid: 'r1', secret, ...body }),
    });
    return { status: response.status, text: await response.text() };
  }

  it('delivers and gives the verdict', async () => {
    status = 503;
    const answer = await command({ url: receiver.url, encoding: 'form', charset: true, task: 'Night shift' });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toMatchObject({ outcome: 'failed', status: 503 });
    const [request] = receiver.received;
    const { material } = service.order('r1');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      ssl: 'Payments',
      task: 'Night shift',
      ...material,
    });
  });

  it.each([
    ['an unknown order', 409, { url: 'http://127.0.0.1/', rid: 'nobody' }],
    ['another protocol', 400, { url: 'file:///etc/passwd' }],
    ['a field that is none', 400, { url: 'http://127.0.0.1/', tamper: 'x' }],
    ['no secret', 400, { url: 'http://127.0.0.1/', secret: '' }],
  ])('refuses %s with %i, and does not repeat the secret', async (_name, refused, body) => {
    const answer = await command(body);
    expect(answer.status).toBe(refused);
    expect(answer.text).not.toContain(secret);
  });
});

describe('the command line', () => {
  it('shows the help', async () => {
    expect(await run(['--help'])).toMatchObject({
      output: expect.stringMatching(/^Usage: .*deliver --to/),
      code: 0,
    });
  });

  it('says what is wrong with a flag, shows the usage, and exits with 2', async () => {
    const { errors, code } = await run(['--to', receiver.url, '--secret', 'half', secret]);
    expect(errors).toMatch(/^There is a word that belongs to no flag\n\nUsage: /);
    expect(code).toBe(2);
    expect(receiver.received).toEqual([]);
  });
});
