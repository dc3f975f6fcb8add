import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { runOrThrow } from '../lib/processes.ts';
import type { FpmOrder } from './fpmOrder.ts';
import { type StagedEntry, type StagedFiles, stageFiles } from './stagedFiles.ts';

/** Makes a Debian package of staged files: deb(5), deb-control(5), Debian Policy 12.7 for the changelogs. */
export async function makeDeb(order: FpmOrder, staged: StagedFiles, work: string): Promise<void> {
  const { folder } = staged;
  const documents = join(work, 'documents');
  await mkdir(documents);
  const changelogs = {
    'changelog.Debian.gz': order['deb-changelog'],
    'changelog.gz': order['deb-upstream-changelog'],
  };
  const sources = [];
  for (const [name, source] of Object.entries(changelogs)) {
    if (source === undefined) continue;
    await writeFile(join(documents, name), gzipSync(await readFile(source), { level: 9 }));
    sources.push({ from: join(documents, name), to: `/usr/share/doc/${order.name}/${name}` });
  }
  const { entries } = await stageFiles(folder, sources);
  const control = join(folder, 'DEBIAN');
  await mkdir(control);
  await writeFile(join(control, 'control'), controlText(order, installedKilobytes(entries)));
  await writeFile(join(control, 'md5sums'), await checksums(folder, entries));
  const scripts = {
    postinst: order['after-install'],
    prerm: order['before-remove'],
    postrm: order['after-remove'],
  };
  for (const [name, source] of Object.entries(scripts)) {
    if (source === undefined) continue;
    await copyFile(source, join(control, name));
    await chmod(join(control, name), 0o755);
  }
  await stageFiles(control, []);
  const format = order['deb-compression'] === 'gz' ? 'gzip' : 'xz';
  const level = order['deb-compression-level'];
  await mkdir(dirname(order.package), { recursive: true });
  await runOrThrow('dpkg-deb', [
    ...['--root-owner-group', `-Z${format}`, ...(level === undefined ? [] : [`-z${level}`])],
    ...['--build', folder, order.package],
  ]);
}

function controlText(order: FpmOrder, kilobytes: number): string {
  const { iteration } = order;
  const fields = [
    ['Package', order.name],
    ['Version', iteration === undefined ? order.version : `${order.version}-${iteration}`],
    ['Architecture', order.architecture],
    ['Maintainer', order.maintainer],
    ['Installed-Size', String(kilobytes)],
    ['Depends', order.depends.join(', ')],
    ['Conflicts', order.conflicts.join(', ')],
    ['Recommends', order['deb-recommends'].join(', ')],
    ['Section', order.category],
    ['Priority', order['deb-priority'] ?? 'optional'],
    ['Homepage', order.url],
    ['Description', description(order.description)],
  ] as const;
  return fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

const LINE = 78;

/** The first line is the synopsis; the others are wrapped, each with the space that the format demands. */
function description(text: string): string {
  const [synopsis = '', ...rest] = text.trim().split('\n');
  const lines = [''];
  for (const word of rest.join(' ').split(/\s+/u).filter(Boolean)) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length + 2 > LINE) lines.push(` ${word}`);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return [synopsis, ...lines.filter(Boolean)].join('\n');
}

/** As dpkg-gencontrol counts: a kilobyte for each entry that is no file. */
function installedKilobytes(entries: readonly StagedEntry[]): number {
  return entries.reduce((sum, { kind, size }) => sum + (kind === 'file' ? Math.ceil(size / 1024) : 1), 0);
}

async function checksums(folder: string, entries: readonly StagedEntry[]): Promise<string> {
  const lines: string[] = [];
  for (const { path, kind } of entries) {
    if (kind !== 'file') continue;
    const hash = createHash('md5');
    await pipeline(createReadStream(join(folder, path)), hash);
    lines.push(`${hash.digest('hex')}  ${path.slice(1)}\n`);
  }
  return lines.join('');
}
