import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { CopyVerifier } from '#main/deployment/copies/copyVerifier.ts';
import { nodeReadOnlyFs } from '#main/deployment/copies/fileCheck.ts';
import { noWishes, type WrittenBundle, type WrittenFile } from '#main/deployment/export/exportDestination.ts';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import { systemClock } from '#main/platform/time.ts';
import { ok } from '#shared/result.ts';
import { answer, childInput } from './childInput.ts';

/** The first check of registered copies, the next check, and bare `stat` and reading of the same files, in turns. */
const input = childInput<{ folder: string; samples: number; copies: number }>();

/** Sizes of a PKCS#8 RSA key, of a leaf and of two issuers, as PEM. */
const sizes = { 'privkey.pem': 1700, 'cert.pem': 1900, 'chain.pem': 3400, 'fullchain.pem': 5300 };
/** Concurrency of the app. */
const concurrency = 16;

const target = await realpath(input.folder);
const bundles = await writeBundles(input.copies / Object.keys(sizes).length);
const paths = bundles.flatMap(({ folder, files }) => files.map(({ name }) => join(target, folder, name)));

const first: number[] = [];
const again: number[] = [];
const bare: number[] = [];
// The first round of each warms the disk cache and the compiler.
for (let sample = 0; sample <= input.samples; sample += 1) {
  const { verifier, ids } = registered();
  const figures = [
    await timed(() => verifier.verify(ids)),
    await timed(() => verifier.verify(ids)),
    await timed(() =>
      forEachConcurrent(paths, concurrency, async (path) => {
        await stat(path);
        await readFile(path);
      }),
    ),
  ] as const;
  if (sample === 0) continue;
  first.push(figures[0]);
  again.push(figures[1]);
  bare.push(figures[2]);
}
answer({ first, again, bare });

async function writeBundles(count: number): Promise<WrittenBundle[]> {
  const written: WrittenBundle[] = [];
  for (let index = 0; index < count; index += 1) {
    const folder = `host-${index}.example`;
    await mkdir(join(target, folder));
    const files: WrittenFile[] = [];
    for (const [name, size] of Object.entries(sizes)) {
      const content = randomBytes(size / 2).toString('hex');
      const hasKey = name === 'privkey.pem';
      const mode = hasKey ? 0o600 : 0o644;
      await writeFile(join(target, folder, name), content, { mode });
      files.push({ name, size, mode, hasKey, sha256: createHash('sha256').update(content).digest('hex') });
    }
    written.push(bundleOf(index, folder, files));
  }
  return written;
}

function bundleOf(index: number, folder: string, files: readonly WrittenFile[]): WrittenBundle {
  const leaf = {
    fingerprint256: '',
    subject: '',
    commonName: null,
    subjectAltNames: [],
    issuer: '',
    issuerName: '',
    serialNumber: '',
    keyType: 'RSA',
    keyBits: 2048,
    curve: null,
    notBefore: 0,
    notAfter: 0,
    isCa: false,
    selfIssued: false,
  } as const;
  const layout = files.map(
    ({ name }) => ({ name, format: 'pem', parts: ['key'], mode: '600', lineEnds: 'lf' }) as const,
  );
  const place = { orderId: `order-${index}`, presetId: 'pem', target, folder, agreed: [] };
  return {
    ...place,
    previous: null,
    leaf,
    chainEnd: null,
    chainComplete: true,
    layout,
    files,
    wishes: noWishes,
  };
}

/** The registry, with copies that were never checked. */
function registered() {
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `copy-${ids}`;
  };
  const logger = { info() {}, warn() {}, error() {} };
  const repository = {
    all: () => [],
    ofOrders: () => [],
    outlines: () => [],
    intents: () => [],
    intend: () => ok(null),
    save: () => ok(null),
  };
  const registry = new CopyRegistry({ repository, clock: systemClock, newId, logger });
  return {
    verifier: new CopyVerifier(registry, nodeReadOnlyFs, systemClock, logger),
    ids: registry.add(bundles).copyIds,
  };
}

async function timed(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
