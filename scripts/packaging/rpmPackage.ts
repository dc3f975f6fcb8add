import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runOrThrow } from '../lib/processes.ts';
import type { FpmOrder } from './fpmOrder.ts';
import type { StagedEntry, StagedFiles } from './stagedFiles.ts';

/** Makes an RPM of staged files: rpmbuild(8), with the settings that fpm has. */
export async function makeRpm(order: FpmOrder, staged: StagedFiles, work: string): Promise<void> {
  const top = join(work, 'rpm');
  await mkdir(top);
  const spec = join(top, 'package.spec');
  // electron-builder says Debian's name for it.
  const architecture = order.architecture === 'amd64' ? 'x86_64' : order.architecture;
  await writeFile(spec, await specText(order, staged.entries));
  await runOrThrow('rpmbuild', [
    ...['-bb', '--target', architecture, '--buildroot', staged.folder, '--define', `_topdir ${top}`],
    spec,
  ]);
  const [made = ''] = (await readdir(join(top, 'RPMS'), { recursive: true })).filter((name) =>
    name.endsWith('.rpm'),
  );
  await mkdir(dirname(order.package), { recursive: true });
  await copyFile(join(top, 'RPMS', made), order.package);
}

async function specText(order: FpmOrder, entries: readonly StagedEntry[]): Promise<string> {
  // `T0`: with a thread for each processor.
  const [format, defaultLevel] = order['rpm-compression'] === 'gzip' ? ['.gzdio', '9'] : ['T0.xzdio', '6'];
  const level = order['rpm-compression-level'] ?? defaultLevel;
  const lines = [
    // The files are finished: nothing is stripped, and no files are added.
    ...['%define __spec_install_post %{nil}', '%define debug_package %{nil}'],
    `%define _binary_payload w${level}${format}`,
    ...order['rpm-rpmbuild-define'].map((text) => `%define ${text}`),
    ...(process.env['SOURCE_DATE_EPOCH'] === undefined ? [] : reproducible),
    ...[`Name: ${order.name}`, `Version: ${order.version}`, `Release: ${order.iteration ?? '1'}`],
    ...[`Summary: ${plain(order['rpm-summary'] ?? order.name)}`, `License: ${plain(order.license)}`],
    ...[`Group: ${order.category}`, `Vendor: ${plain(order.vendor)}`, `Packager: ${plain(order.maintainer)}`],
    ...[`URL: ${plain(order.url)}`, 'AutoReqProv: no', ...order.depends.map((each) => `Requires: ${each}`)],
    ...['', '%description', plain(order.description.trim()), ''],
    ...['%post', await script(order['after-install']), '%postun', await script(order['after-remove'])],
    ...[
      '%files',
      '%defattr(-,root,root,-)',
      ...entries.flatMap((entry) => fileLine(entry, order.directories)),
    ],
  ];
  return `${lines.join('\n')}\n`;
}

const reproducible = [
  '%define use_source_date_epoch_as_buildtime 1',
  '%define clamp_mtime_to_source_date_epoch 1',
  '%define _buildhost localhost',
];

/** Folders belong to the package only at or below the named ones; the others are the system's. */
function fileLine({ path, kind }: StagedEntry, own: readonly string[]): readonly string[] {
  if (kind !== 'folder') return [`"${plain(path)}"`];
  return own.some((folder) => path === folder || path.startsWith(`${folder}/`))
    ? [`%dir "${plain(path)}"`]
    : [];
}

/** The script without the line that names its shell: RPM runs it with /bin/sh. */
async function script(file: string): Promise<string> {
  return plain((await readFile(file, 'utf8')).replace(/^#!.*\n/u, ''));
}

/** A percent sign would begin a macro. */
function plain(text: string): string {
  return text.replaceAll('%', '%%');
}
