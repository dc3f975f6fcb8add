import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { artifactFaults, missingFiles } from '#test/support/workflowJobs.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const paths = globSync('.github/workflows/*', { cwd: projectFolder }).map((path) =>
  path.replaceAll('\\', '/'),
);
const release = '.github/workflows/release.yml';

/** Whether a fresh clone has it: `out` is made here only. */
const isOfClone = (file: string) => !file.startsWith('out') && existsSync(join(projectFolder, file));

/** Reads the files with another text in one of them. */
const changed = (path: string, from: string, to: string) => (wanted: string) => {
  const text = read(wanted);
  if (wanted !== path) return text;
  expect(text).toContain(from);
  return text.replace(from, to);
};

// The others are called by these, which give them their inputs.
const started = paths.filter((path) => !/^on:\n {2}workflow_call:/mu.test(read(path)));

describe.each(started)('%s', (path) => {
  it('downloads what was uploaded before, and uploads what is downloaded, by the same names', () => {
    expect(artifactFaults(path, read)).toEqual([]);
  });

  it('reads only files that an earlier step of the job made or downloaded', () => {
    expect(missingFiles(path, read, isOfClone)).toEqual([]);
  });
});

describe('a fault of artifacts is found', () => {
  it.each<[string, string, string, string, string]>([
    [
      'a download whose name has no processor',
      release,
      'name: packages-linux-x64',
      'name: packages-linux',
      'desktops downloads packages-linux, which no job uploads',
    ],
    [
      'a pattern that matches nothing',
      release,
      'pattern: windows-installer-*',
      'pattern: installer-*',
      'windows downloads installer-*, which no job uploads',
    ],
    [
      'an upload that nothing takes',
      release,
      'name: packages-macos',
      'name: macos-packages',
      'no job downloads macos-packages, which macos uploads',
    ],
    [
      'a name without the processor of the matrix',
      release,
      ['name: packages-linux-$', '{{ matrix.processor }}'].join(''),
      'name: packages-linux',
      'linux uploads packages-linux once more',
    ],
    [
      'a job that does not wait',
      release,
      'needs: [linux, windows, macos]',
      'needs: [linux, macos]',
      'manifests downloads packages-windows, and does not wait for windows',
    ],
    [
      'an input of a reusable workflow',
      release,
      'artifact: release',
      'artifact: releases',
      'attest/attest downloads releases, which no job uploads',
    ],
  ])('%s', (_, path, from, to, fault) => {
    expect(artifactFaults(release, changed(path, from, to))).toContain(fault);
  });
});

describe('a file that nobody made is found', () => {
  it.each<[string, string, string, string, string]>([
    [
      'in the words of a command',
      release,
      '--prepackaged "app/$FOLDER"',
      '--prepackaged "apps/$FOLDER"',
      'windows-installers reads apps',
    ],
    [
      'in the path of an upload',
      release,
      'path: out/packages/NotAfter-*.exe',
      'path: out/package/NotAfter-*.exe',
      'windows-installers reads out/package',
    ],
    [
      'in an environment',
      release,
      'NOTAFTER_TEST_PACKAGES: packages',
      'NOTAFTER_TEST_PACKAGES: package',
      'desktops reads package',
    ],
    [
      'that another job has downloaded',
      release,
      'path: manifests\n',
      'path: others\n',
      'draft reads manifests/notes.md',
    ],
    [
      'that only a clone has',
      release,
      'run: .github/sign-macos.sh',
      'run: .github/sign-mac.sh',
      'macos reads .github/sign-mac.sh',
    ],
    [
      'in a reusable workflow',
      '.github/workflows/attest.yml',
      'subject-checksums: release/',
      'subject-checksums: releases/',
      'attest/attest reads releases/SHA256SUMS',
    ],
  ])('%s', (_, path, from, to, fault) => {
    expect(missingFiles(release, changed(path, from, to), isOfClone)).toContain(fault);
  });
});
