import { chmod, cp, mkdir, open, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ElectronDistribution } from '#scripts/lib/electronDownload.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { run, runOrThrow } from '#scripts/lib/processes.ts';
import { buildCommandClient } from '#scripts/packaging/commandClient.ts';
import { packageApp, unpackedFolder } from '#scripts/packaging/packageApp.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { buildServerPackages, packagesIn, type ServerPackages } from '#test/support/e2e/builtPackages.ts';
import { temporaryFolder } from '#test/support/e2e/notAfterApp.ts';
import { stockElectron } from '#test/support/e2e/packagedApp.ts';
import { runInForeground } from '#test/support/foregroundProgram.ts';

/** Where an ELF file names its processor, and the numbers of ours: elf(5). */
const MACHINE_AT = 18;
const machines = { x64: 62, arm64: 183 } as const;

/** The processor that an ELF file is for, by its number; `null`: the file is none. */
async function machineOf(file: string): Promise<number | null> {
  await using handle = await open(file);
  const head = Buffer.alloc(MACHINE_AT + 2);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  const isElf = bytesRead === head.length && head.toString('latin1', 0, 4) === '\x7fELF';
  return isElf ? head.readUInt16LE(MACHINE_AT) : null;
}

/** The ELF files below a folder by their paths, each with its processor. */
async function machinesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Map<string, number>();
  for (const entry of names.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const machine = await machineOf(file);
    if (machine !== null) found.set(file.slice(folder.length + 1), machine);
  }
  return found;
}

/**
 * The Electron of the tests, whose programs say that they are for arm64. They run nowhere, but packaging treats them as those
 * that a release has, which no test can download.
 */
async function electronForArm64(): Promise<ElectronDistribution> {
  const { folder: from, version } = stockElectron();
  const folder = join(await temporaryFolder(), 'electron');
  await cp(from, folder, { recursive: true });
  for (const path of (await machinesIn(folder)).keys()) {
    await using handle = await open(join(folder, path), 'r+');
    await handle.write(Buffer.from([machines.arm64, 0]), 0, 2, MACHINE_AT);
  }
  return { folder, executable: join(folder, 'electron'), version };
}

/** The tools that electron-builder downloads for an AppImage: Debian's, and a program for arm64 in place of the runtime. */
async function appImageTools(runtime: string): Promise<string> {
  const folder = await temporaryFolder();
  for (const path of ['runtimes', 'lib/arm64']) await mkdir(join(folder, path), { recursive: true });
  for (const name of ['mksquashfs', 'desktop-file-validate'])
    await symlink(join('/usr/bin', name), join(folder, name));
  await cp(runtime, join(folder, 'runtimes', 'runtime-arm64'));
  return folder;
}

const emulator = 'qemu-aarch64-static';
/** Runs with Debian's libraries for arm64. */
const emulated = (...words: readonly string[]) =>
  run(emulator, ['-L', '/usr/aarch64-linux-gnu', ...words], { env: { PATH: '/usr/bin:/bin', LANG: 'C' } });

// On arm64 all other tests of packages are about these.
const onX64 = needs(process.arch === 'x64', 'the other tests make packages for this processor');

// Packages are made without a processor for arm64, which takes minutes on a busy machine.
describe('for arm64', { ...onX64, timeout: 600_000 }, () => {
  /** The native client of commands. A release compiles it on arm64, with another C library. */
  let client: string;
  let output: string;
  let server: ServerPackages;

  beforeAll(async () => {
    client = join(await temporaryFolder(), 'notafter-client');
    expect(await buildCommandClient(client, ['aarch64-linux-gnu-gcc', '-static'])).toBeNull();
    output = await temporaryFolder();
    vi.stubEnv('APPIMAGE_TOOLS_PATH', await appImageTools(client));
    const made = await packageApp({
      ...{ system: 'linux', targets: ['tar.gz', 'deb', 'rpm', 'AppImage'], processor: 'arm64' },
      ...{ electron: await electronForArm64(), output, compression: 'store' },
    }).finally(() => vi.unstubAllEnvs());
    expect(made.counts.failed, made.details).toBe(0);
    server = await buildServerPackages('arm64');
  }, 900_000);

  /** Expects that all programs below a folder are for arm64. @returns their paths */
  async function programsIn(folder: string): Promise<readonly string[]> {
    const found = await machinesIn(folder);
    expect([...found].filter(([, machine]) => machine !== machines.arm64)).toEqual([]);
    return [...found.keys()];
  }

  const keytar = 'resources/app.asar.unpacked/node_modules/keytar/prebuilds/linux-arm64/keytar.node';

  const unpack = async (program: string, ...args: readonly string[]) => {
    const folder = join(await temporaryFolder(), 'content');
    await mkdir(folder);
    await runOrThrow(program, [...args, folder]);
    return folder;
  };

  test('the deb, the tar.gz and the AppImage have no program for another processor', async () => {
    const deb = (await packagesIn(output)).file('deb');
    const named = async (end: string) =>
      join(output, (await readdir(output)).find((name) => name.endsWith(end)) ?? `no ${end}`);
    const [archive, appImage] = [await named('-linux-arm64.tar.gz'), await named('-linux-arm64.AppImage')];
    const programs = await programsIn(unpackedFolder(output, 'arm64'));
    expect(programs).toEqual(expect.arrayContaining(['notafter', 'chrome-sandbox', keytar]));

    const inDeb = await programsIn(await unpack('dpkg-deb', '-x', deb));
    expect(inDeb.map((path) => path.replace('opt/NotAfter/', '')).sort()).toEqual([...programs].sort());

    const inArchive = await programsIn(await unpack('tar', '--strip-components=1', '-xzf', archive, '-C'));
    expect([...inArchive].sort()).toEqual([...programs].sort());

    expect(await machineOf(appImage)).toBe(machines.arm64);
    // The file system begins behind the runtime.
    const start = String((await stat(client)).size);
    const image = join(await temporaryFolder(), 'content');
    await runOrThrow('unsquashfs', ['-q', '-no-xattrs', '-offset', start, '-dest', image, appImage]);
    expect(await programsIn(image)).toEqual(expect.arrayContaining([...programs]));
  });

  test('the deb and the rpm are for it', async () => {
    const packages = await packagesIn(output);
    expect((await runOrThrow('dpkg-deb', ['-f', packages.file('deb'), 'Architecture'])).trim()).toBe('arm64');
    const format = '%{NAME} %{ARCH} %{OS}';
    expect(await runOrThrow('rpm', ['-qp', '--qf', format, packages.file('rpm')])).toBe(
      'notafter aarch64 linux',
    );
  });

  test('the native client asks the running program, and becomes the whole one without it', async () => {
    const data = await temporaryFolder();
    const whole = join(await temporaryFolder(), 'whole');
    await writeFile(whole, '#!/bin/sh\necho "whole: $*"\n');
    await chmod(whole, 0o755);
    const ask = () => emulated(client, whole, `--user-data-dir=${data}`, '--', 'status');
    expect(await ask()).toEqual({ code: 0, output: `whole: --user-data-dir=${data} -- status\n` });
    const program = join(projectFolder, 'out', 'server', 'notafter-server.js');
    const service = runInForeground(process.execPath, [program, `--user-data-dir=${data}`, 'run'], {
      env: process.env,
    });
    await expect.poll(() => service.words(), { timeout: 60_000 }).toContain(data);
    expect(await ask()).toEqual({
      code: 0,
      output: 'No orders yet. Add some with “notafter orders add”.\n',
    });
  });

  test('the program without Electron runs', async () => {
    expect((await runOrThrow('dpkg-deb', ['-f', server.deb, 'Architecture'])).trim()).toBe('arm64');
    const content = await unpack('dpkg-deb', '-x', server.deb);
    expect(await programsIn(content)).toEqual(['usr/lib/notafter-server/node']);
    const folder = await unpack('tar', '--strip-components=1', '-xzf', server.archive, '-C');
    expect(await programsIn(folder)).toEqual(['node']);
    const data = await temporaryFolder();
    const program = [join(folder, 'node'), join(folder, 'program', 'notafter-server.js')];
    const say = (...words: readonly string[]) => emulated(...program, `--user-data-dir=${data}`, ...words);
    expect(await say('--version')).toEqual({
      code: 0,
      output: expect.stringMatching(/^NotAfter [\d.]+\n$/u),
    });
    expect(await say('status')).toEqual({
      code: 0,
      output: 'No orders yet. Add some with “notafter orders add”.\n',
    });
  });
});
