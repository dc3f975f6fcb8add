import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFolder } from '#scripts/lib/paths.ts';
import { en } from '#shared/i18n/en/index.ts';
import { zhCN } from '#shared/i18n/zh-CN/index.ts';
import { repository, repositoryUrl } from '#shared/repository.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

it('package.json says where the project is and what it needs', () => {
  expect(manifest).toMatchObject({
    homepage: repositoryUrl,
    repository: { type: 'git', url: `git+${repositoryUrl}.git` },
    bugs: { url: `${repositoryUrl}/issues` },
    engines: { node: '>=22' },
    devEngines: { packageManager: { name: 'npm' } },
  });
  expect(manifest.keywords).toContain('certificate');
  expect(read('.nvmrc').trim()).toBe(manifest.devDependencies.node);
});

it.each(['SECURITY.md', 'CODE_OF_CONDUCT.md', '.github/ISSUE_TEMPLATE/config.yml'])(
  '%s leads to the private form of this repository',
  (path) => {
    const addresses = read(path).match(/https:\/\/github\.com\/[\w./-]+/gu) ?? [];
    expect(addresses).toContain(`${repositoryUrl}/security/advisories/new`);
    expect(addresses.filter((address) => !address.startsWith(`${repositoryUrl}/`))).toEqual([]);
  },
);

it('packages check the releases of this repository for newer versions', () => {
  const { publish } = parse(read('electron-builder.yml')) as { readonly publish: unknown };
  expect(publish).toEqual({ provider: 'github', owner: repository.owner, repo: repository.name });
});

it('the description for software centres shows pictures of this repository that exist', () => {
  const text = read('assets/package/linux/metainfo.xml');
  const pictures = [...text.matchAll(/<image>(.*)<\/image>/gu)].map(([, address = '']) => address);
  expect(pictures.length).toBeGreaterThan(2);
  const start = `${repositoryUrl}/raw/main/`;
  const missing = pictures.filter(
    (address) => !address.startsWith(start) || !existsSync(join(projectFolder, address.slice(start.length))),
  );
  expect(missing).toEqual([]);
  for (const kind of ['homepage', 'bugtracker'])
    expect(text).toContain(`<url type="${kind}">${repositoryUrl}`);
  expect(text).toMatch(/<developer id="[a-z.]+">/u);
});

type Form = {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string; readonly description?: string };
    readonly validations?: { readonly required?: boolean };
  }[];
};

const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: projectFolder })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('/config.yml'));

it('there are a form for bugs and one for ideas', () => {
  expect(forms.length).toBe(2);
});

it.each(forms)('%s is a form that asks for the diagnostics in the words of the app', (path) => {
  const { name, description, body } = parse(read(path)) as Form;
  expect([name, description].every((text) => text.length > 10)).toBe(true);
  const fields = body.filter(({ type }) => type !== 'markdown');
  expect(fields.every(({ attributes }) => attributes.label !== undefined)).toBe(true);
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  const diagnostics = fields.find(({ id }) => id === 'diagnostics');
  expect(diagnostics?.attributes.description).toContain(`“${en.help.report.copy}”`);
});

it('the form for bugs demands the diagnostics, and names them in both languages', () => {
  const { body } = parse(read('.github/ISSUE_TEMPLATE/bug.yml')) as Form;
  const field = body.find(({ id }) => id === 'diagnostics');
  expect(field?.validations?.required).toBe(true);
  expect(field?.attributes.description).toContain(`“${zhCN.help.report.copy}”`);
});

it('the READMEs install and check packages by names that releases have, with the same commands', () => {
  const commandsOf = (path: string) =>
    [...read(path).matchAll(/`((?:sudo|chmod) [^`]+)`|^((?:sha256sum|shasum|\(Get-Content|gh) .*)$/gmu)].map(
      ([, inline, line]) => inline ?? line ?? '',
    );
  const filesOf = (path: string) => new Set(read(path).match(/NotAfter-\*-[\w.-]*\w/gu));
  expect(commandsOf('README.zh-CN.md')).toEqual(commandsOf('README.md'));
  // One for each system, and one for all packages.
  const checks = commandsOf('README.md').slice(-4);
  expect(checks.map((line) => /# (.*)$/u.exec(line)?.[1])).toEqual([
    'Linux',
    'macOS',
    undefined,
    'Windows PowerShell',
  ]);
  expect(checks[2]).toBe(`gh attestation verify PACKAGE --repo ${repository.owner}/${repository.name}`);
  expect(filesOf('README.zh-CN.md')).toEqual(filesOf('README.md'));
  // What electron-builder calls the processors of its formats.
  expect([...filesOf('README.md')].map((name) => name.replace('NotAfter-*-', '')).sort()).toEqual([
    'linux-amd64.deb',
    'linux-x86_64.AppImage',
    'linux-x86_64.rpm',
    'mac-universal.dmg',
    'win-arm64.exe',
    'win-x64.exe',
  ]);
  const [, pattern = ''] = /^artifactName: (.*)$/mu.exec(read('electron-builder.yml')) ?? [];
  expect(pattern.match(/\w+/gu)).toEqual(['productName', 'version', 'os', 'arch', 'ext']);
});
