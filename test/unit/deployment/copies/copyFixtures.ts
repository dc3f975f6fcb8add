import { createHash } from 'node:crypto';
import { dirname, join, normalize } from 'node:path';
import type { RefreshableLeaf } from '#main/deployment/copies/autoRefresher.ts';
import type { CopyBundle, CopyRepository } from '#main/deployment/copies/copyRecord.ts';
import type { ReadOnlyFs } from '#main/deployment/copies/fileCheck.ts';
import { noWishes, type WrittenBundle } from '#main/deployment/export/exportDestination.ts';
import type { FileFacts } from '#main/deployment/export/exportFs.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok } from '#shared/result.ts';

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code, errno: -1 });
}

export interface MemoryFile {
  content: string;
  mode: number;
  kind: FileFacts['kind'];
  /** Counts what was written. */
  turn: number;
  refusal: string | null;
}

/** Makes file versions unique across all instances. */
let turns = 0;

/** The name of a path in memory, the same on each system. */
function keyOf(path: string): string {
  return path.replaceAll('\\', '/');
}

/** Files in memory, by paths with `/`; every write changes the version, as on a disk. */
export class MemoryFs implements ReadOnlyFs {
  posix = true;
  readonly files = new Map<string, MemoryFile>();
  /** Targets of directories and links that resolve to other paths. */
  readonly links = new Map<string, string>();
  /** Paths that were read. */
  readonly reads: string[] = [];
  write(path: string, content: string, mode = 0o600): void {
    turns += 1;
    this.files.set(keyOf(path), { content, mode, kind: 'file', turn: turns, refusal: null });
  }

  async facts(path: string): Promise<FileFacts> {
    const { content, mode, kind, turn, refusal } = this.#file(path);
    if (refusal === 'facts') throw systemError('EACCES');
    const identity = `1:${keyOf(path)}`;
    return {
      kind,
      mode,
      identity,
      version: `${identity}:${turn}`,
      size: content.length,
      uid: 0,
      gid: 0,
      inode: '1',
    };
  }

  async read(path: string): Promise<Uint8Array> {
    this.reads.push(keyOf(path));
    const { content, kind, refusal } = this.#file(path);
    if (refusal === 'read') throw systemError('EACCES');
    if (kind === 'symlink') throw systemError('ELOOP');
    return Buffer.from(content);
  }

  /** Writes a file into a generation, with a link to it at `path`. */
  writeLinked(path: string, content: string, real: string): void {
    this.write(real, content);
    this.write(path, '');
    Object.assign(this.#file(path), { kind: 'symlink' });
    this.links.set(keyOf(path), real);
  }

  find(path: string): MemoryFile | undefined {
    return this.files.get(keyOf(path));
  }

  remove(path: string): void {
    this.files.delete(keyOf(path));
  }

  async realpath(path: string): Promise<string> {
    const key = keyOf(path);
    const real = normalize(this.links.get(key) ?? path);
    if (this.files.has(key)) {
      this.#file(real);
      return real;
    }
    const isThere = [...this.files.keys()].some((file) => dirname(file) === key);
    if (!isThere) throw systemError('ENOENT');
    return real;
  }

  #file(path: string): MemoryFile {
    const file = this.find(path);
    if (file === undefined) throw systemError('ENOENT');
    return file;
  }
}

const spec: PresetFile = { name: '', format: 'pem', parts: ['key'], mode: '600', lineEnds: 'lf' };

export function contentOf(name: string): string {
  return `content of ${name}`;
}

export function leafFacts(change: Partial<CertificateFacts> = {}): CertificateFacts {
  return {
    fingerprint256: 'former',
    subject: '',
    commonName: 'a.example',
    subjectAltNames: [],
    issuer: '',
    issuerName: '',
    serialNumber: '',
    keyType: 'EC',
    keyBits: 256,
    curve: 'P-256',
    notBefore: 1000,
    notAfter: 2000,
    isCa: false,
    selfIssued: false,
    ...change,
  };
}

/** An exported bundle in `/t/<folder>`. */
export function writtenBundle(
  names: readonly string[],
  change: Partial<WrittenBundle> = {},
  file: Partial<PresetFile> = {},
): WrittenBundle {
  return {
    orderId: 'a',
    presetId: 'pem',
    target: '/t',
    folder: 'a',
    previous: null,
    agreed: [],
    leaf: leafFacts(),
    chainEnd: null,
    chainComplete: true,
    layout: names.map((name) => ({ ...spec, name: `{alias}-${name}`, ...file })),
    wishes: noWishes,
    files: names.map((name) => ({
      name,
      sha256: createHash('sha256').update(contentOf(name)).digest('hex'),
      size: contentOf(name).length,
      mode: 0o600,
      hasKey: true,
    })),
    ...change,
  };
}

/** A bundle of the registry, in `/t/a`. */
export function copyBundle(names: readonly string[], change: Partial<CopyBundle> = {}): CopyBundle {
  const { files, layout, leaf, wishes: _wishes, ...about } = writtenBundle(names);
  const { fingerprint256, notBefore, notAfter } = leaf;
  return {
    id: 'copy',
    ...about,
    previous: null,
    command: null,
    failedRun: null,
    fingerprint256,
    notBefore,
    notAfter,
    writtenAt: 0,
    autoRefresh: false,
    files: files.map((file, index) => ({
      ...file,
      path: join('/t/a', file.name),
      spec: { ...(layout[index] ?? spec), name: file.name },
    })),
    ...change,
  };
}

export const presentLeaf: RefreshableLeaf = {
  fingerprint256: 'former',
  notBefore: 1000,
  notAfter: 2000,
  chainEnd: null,
  findings: [],
};
export const newerLeaf: RefreshableLeaf = {
  fingerprint256: 'newer',
  notBefore: 1500,
  notAfter: 3000,
  chainEnd: null,
  findings: [],
};

/** The database tables in memory. */
export class FakeCopyRepository implements CopyRepository {
  readonly stored = new Map<string, CopyBundle>();
  readonly intended = new Map<string, WrittenBundle>();
  failure: AppError | null = null;

  all(): readonly CopyBundle[] {
    return [...this.stored.values()];
  }

  ofOrders(orderIds: readonly string[]): readonly CopyBundle[] {
    return this.all().filter(({ orderId }) => orderIds.includes(orderId));
  }

  outlines(): readonly CopyBundle[] {
    return this.all();
  }

  intents() {
    return [...this.intended].map(([id, bundle]) => ({ id, bundle }));
  }

  intend(intents: readonly { readonly id: string; readonly bundle: WrittenBundle }[]) {
    if (this.failure !== null) return err(this.failure);
    for (const { id, bundle } of intents) this.intended.set(id, bundle);
    return ok(null);
  }

  save(bundles: readonly CopyBundle[], removed: readonly string[], ended: readonly string[] = []) {
    if (this.failure !== null) return err(this.failure);
    for (const id of ended) this.intended.delete(id);
    for (const id of removed) this.stored.delete(id);
    for (const bundle of bundles) this.stored.set(bundle.id, bundle);
    return ok(null);
  }
}
