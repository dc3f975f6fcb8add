import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CliApp } from '#main/app/cliApp.ts';
import { createCliApp } from '#main/app/windowlessApp.ts';
import { exitCodes } from '#main/cli/exitCodes.ts';
import { credentialName } from '#main/orders/connections/credentialTokens.ts';
import { memoryFolder } from '#test/integration/app/testApp.ts';
import { ownPathOf, parsedOf } from '#test/integration/cli/askApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';
import { selfSigned } from '#test/support/testCertificates.ts';

/** What services received: the service, and the token. The path of an address says which CA is its own. */
const received: { readonly service: string; readonly token: string }[] = [];
const servers = [0, 1, 2].map(() =>
  createServer((request, response) => {
    const [, ca = ''] = (request.url ?? '').split('/');
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    received.push({ service: `http://${request.headers.host}/${ca}`, token });
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  }),
);
const origins: string[] = [];

beforeAll(async () => {
  for (const ca of ['a', 'b'] as const) pems[ca] = (await selfSigned(ca, true)).pem;
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origins.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
});
afterAll(() => {
  for (const server of servers) server.close();
});

const cas = ['none', 'a', 'b'] as const;
const pems = { a: '', b: '' };
/** Two of these share a token file, and two are one name with other characters. */
const names = ['Production', 'Ｐroduction', 'production!', 'Staging'];

const place = fc.record({ name: fc.constantFrom(...names), host: fc.nat(2), ca: fc.constantFrom(...cas) });
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), place, isFile: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      places: fc.uniqueArray(place, {
        selector: ({ name }) => name.normalize('NFKC').toLowerCase(),
        maxLength: 3,
      }),
      prune: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), name: place.map((p) => p.name) }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      { kind: 'backUp' as const },
      { kind: 'restore' as const },
      { kind: 'restart' as const },
    ),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const serviceOf = ({ host, ca }: Place) => `${origins[host]}/${ca}`;

/** A computer with a keychain and token files, and a person who types commands and imports files of others. */
class Computer {
  readonly #userData = join(memoryFolder(), 'data');
  readonly #folder = memoryFolder();
  readonly #work = memoryFolder();
  readonly #keychain = new FakeSecretHost();
  #app: CliApp | null = null;
  /** By token of a file: the origin that the file names. */
  readonly #addressed = new Map<string, string>();
  /** By token: the services that a person named for it. */
  readonly named = new Map<string, Set<string>>();

  constructor(files: readonly { readonly name: string; readonly addressed: number | null }[]) {
    mkdirSync(this.#userData);
    for (const { name, addressed } of files) {
      const token = `file-${credentialName(name)}`;
      const address = addressed === null ? '' : `${origins[addressed]} `;
      writeFileSync(join(this.#folder, credentialName(name) ?? ''), `${address}${token}\n`, { mode: 0o400 });
      if (addressed === null) continue;
      this.#addressed.set(token, origins[addressed] ?? '');
      this.#name(token, `${origins[addressed]}/none`);
    }
    for (const [ca, pem] of Object.entries(pems)) writeFileSync(join(this.#work, ca), pem);
  }

  async do(step: Step): Promise<void> {
    const backup = `${this.#userData}-backup`;
    switch (step.kind) {
      case 'add':
        return await this.#add(step.place, step.isFile);
      case 'import':
        return await this.#import(step.places, step.prune);
      case 'remove':
        return void (await this.run(['connections', 'remove', '--yes', step.name]));
      case 'restart':
        return await this.close();
      case 'backUp':
        await this.close();
        return cpSync(this.#userData, backup, { recursive: true });
      case 'restore': {
        if (!existsSync(backup)) return;
        await this.close();
        rmSync(this.#userData, { recursive: true });
        return cpSync(backup, this.#userData, { recursive: true });
      }
    }
  }

  /** Runs a command in the process that has the database open, or in a new one. @returns its exit code */
  async run(words: readonly string[], secret: string | null = null): Promise<number> {
    this.#app ??= await this.#open();
    const silent = { out: () => undefined, err: () => undefined };
    const { request } = await ownPathOf([...words], { secret }, silent);
    return await this.#app.run(parsedOf(words), request, silent, new AbortController().signal);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#app?.dispose();
    this.#app = null;
  }

  async #open(): Promise<CliApp> {
    const desktop = new FakeDesktop({ userData: this.#userData, secretProcess: this.#keychain });
    const environment = { ...process.env, CREDENTIALS_DIRECTORY: this.#folder };
    const { logger } = createRecordingLogger();
    const opened = await createCliApp(desktop, { logger, environment }, () => undefined);
    if (!opened.ok) throw new Error(opened.error.kind);
    return opened.value;
  }

  async #add({ name, host, ca }: Place, isFile: boolean): Promise<void> {
    const service = serviceOf({ name, host, ca });
    const token = isFile ? `file-${credentialName(name)}` : `typed-${this.named.size}`;
    const words = ['connections', 'add', service, '--name', name];
    if (ca !== 'none') words.push('--ca-file', join(this.#work, ca));
    const added = await this.run(
      [...words, isFile ? '--token-credential' : '--token-stdin'],
      isFile ? null : token,
    );
    if (added !== exitCodes.fine) return;
    this.#name(token, service);
    // An address in a file counts with each CA that a person chose for it.
    for (const [each, origin] of this.#addressed) if (origin === origins[host]) this.#name(each, service);
    await this.run(['orders', 'add', '--connection', name, 'shop']);
  }

  async #import(places: readonly Place[], prune: boolean): Promise<void> {
    const configuration = {
      format: 'notafter-configuration',
      version: 1,
      settings: {},
      connections: places.map((each) => ({
        name: each.name,
        address: serviceOf(each),
        ca: each.ca === 'none' ? null : { fileName: each.ca, certificates: [pems[each.ca]] },
      })),
      orders: places.map(({ name }) => ({
        ...{ connection: name, rid: 'shop', alias: null, tags: [], note: '', endpoints: [] },
      })),
      presets: [],
    };
    const file = join(this.#work, 'notafter.json');
    writeFileSync(file, JSON.stringify(configuration));
    const imported = await this.run(['config', 'import', file, '--yes', ...(prune ? ['--prune'] : [])]);
    expect(imported).toBe(exitCodes.fine);
  }

  #name(token: string, service: string): void {
    this.named.set(token, (this.named.get(token) ?? new Set()).add(service));
  }
}

const files = fc.uniqueArray(
  fc.record({ name: fc.constantFrom(...names), addressed: fc.constantFrom(null, null, 0, 1) }),
  { selector: ({ name }) => credentialName(name), maxLength: 2 },
);

/** A file that moves a connection, with the CA that a person chose for it, to the origin that a token file names. */
const movedWithCa: readonly Step[] = [
  { kind: 'add', place: { name: 'Production', host: 1, ca: 'a' }, isFile: false },
  { kind: 'import', places: [{ name: 'Production', host: 0, ca: 'a' }], prune: false },
];

it('no sequence of imports sends a token to a service that no person named for it', async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(files, fc.array(step, { minLength: 3, maxLength: 8 }), async (given, steps) => {
      const computer = new Computer(given);
      for (const each of steps) {
        await computer.do(each);
        received.length = 0;
        await computer.run(['sync']);
        for (const { service, token } of received) {
          const services = [...(computer.named.get(token) ?? [])];
          expect(services, `${token} of ${JSON.stringify(each)}`).toContain(service);
          sent += 1;
        }
      }
      await computer.close();
    }),
    {
      numRuns: 25,
      endOnFailure: true,
      examples: [[[{ name: 'Production', addressed: 0 }], [...movedWithCa]]],
    },
  );
  expect(sent).toBeGreaterThan(10);
}, 120_000);
