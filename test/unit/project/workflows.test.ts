import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { projectFolder } from '#scripts/lib/paths.ts';
import { imagesOf, loadedCode, runningJobs, type Workflow } from '#test/support/workflowJobs.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

const filesIn = (pattern: string) =>
  globSync(pattern, { cwd: projectFolder }).map((path) => path.replaceAll('\\', '/'));
const paths = filesIn('.github/workflows/*');
const actions = filesIn('.github/actions/*/action.yml');
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };

/** An expression of a workflow. */
const expression = (words: string) => ['$', '{{ ', words, ' }}'].join('');
const workflow = (path: string) => parse(read(path)) as Workflow;
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps ?? []);

/** What GitHub's own parser says against a workflow: its schema, expressions, and jobs that need each other. */
async function faultsOf(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value === undefined) return context.errors.getErrors().map(String);
  const { errors = [] } = await convertWorkflowTemplate(context, value);
  return [...context.errors.getErrors().map(String), ...errors.map(({ Message }) => Message)];
}

it.each([
  ['a key', 'runs-on', 'runs_on'],
  ['an expression', 'github.ref }}', 'githup.ref }}'],
  ['a needed job', 'needs: manifests', 'needs: manifest'],
])('%s that does not exist is a fault', async (_, present, misspelt) => {
  const text = read('.github/workflows/release.yml');
  expect(text).toContain(present);
  expect(await faultsOf('release.yml', text.replace(present, misspelt))).not.toEqual([]);
});

it('there are tests and releases', () => {
  expect(paths).toEqual(
    expect.arrayContaining(['.github/workflows/test.yml', '.github/workflows/release.yml']),
  );
});

describe.each(paths)('%s', (path) => {
  const text = read(path);
  const parsed = workflow(path);

  it('is YAML without errors or warnings', () => {
    const { errors, warnings } = parseDocument(text);
    expect([...errors, ...warnings]).toEqual([]);
  });

  it('is a workflow by GitHub’s own parser', async () => {
    expect(await faultsOf(path, text)).toEqual([]);
  });

  it('uses only actions of a full commit, with their version beside it', () => {
    const lines = [...text.matchAll(/^.*\buses: (.*)$/gmu)].map(([, used = '']) => used);
    const parsedUses = [...Object.values(parsed.jobs), ...stepsOf(parsed)].flatMap(({ uses }) => uses ?? []);
    expect(lines.length).toBe(parsedUses.length);
    expect(lines.length).toBeGreaterThan(0);
    const isPinned = (used: string) => /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(used);
    const isOwn = (used: string) => used.startsWith('./') && existsSync(join(projectFolder, used));
    expect(lines.filter((used) => !isPinned(used) && !isOwn(used))).toEqual([]);
  });

  it('has one version of each action', () => {
    const versions = [...text.matchAll(/uses: ([\w./-]+)@(\S+ # \S+)/gu)].map(
      ([, name, at]) => `${name} ${at}`,
    );
    const names = new Set([...text.matchAll(/uses: ([\w./-]+)@/gu)].map(([, name]) => name));
    expect(new Set(versions).size).toBe(names.size);
  });

  it('may only read, unless a job says what it writes', () => {
    expect(parsed.permissions).toEqual({ contents: 'read' });
    const kept = stepsOf(parsed).filter(
      ({ uses, with: options }) =>
        uses?.startsWith('actions/checkout@') && options?.['persist-credentials'] !== false,
    );
    expect(kept).toEqual([]);
  });

  it('runs only commands that exist', () => {
    const run = stepsOf(parsed).flatMap(({ run: line }) => line ?? []);
    const commands = run.flatMap((line) =>
      [...line.matchAll(/\bnpm (run [\w:]+|test|start)/gu)].map(([, words = '']) =>
        words.replace('run ', ''),
      ),
    );
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('passes values to commands in the environment, where a shell does not read them as code', () => {
    expect(stepsOf(parsed).filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  it('ends jobs that hang, and needs only jobs that exist', () => {
    const own = Object.entries(parsed.jobs).filter(([, { uses }]) => uses === undefined);
    expect(own.filter(([, job]) => job['timeout-minutes'] === undefined)).toEqual([]);
    const needed = Object.values(parsed.jobs).flatMap(({ needs }) => needs ?? []);
    expect(needed.filter((name) => !(name in parsed.jobs))).toEqual([]);
  });
});

describe('jobs with a secret, an identity or a right to write', () => {
  const withRights = (path: string, files: typeof read = read) =>
    runningJobs(path, files).filter(({ rights }) => rights.length > 0);
  const loading = (path: string, files: typeof read = read) =>
    withRights(path, files)
      .filter((job) => loadedCode(job).length > 0)
      .map(({ name }) => name);

  it('are those that sign, attest and write the draft', () => {
    const all = withRights('.github/workflows/release.yml');
    expect(all.map(({ name, rights }) => [name.replace(/^.*: /u, ''), [...new Set(rights)].sort()])).toEqual([
      ['windows-signed-app', ['secrets.WIN_CSC_KEY_PASSWORD', 'secrets.WIN_CSC_LINK']],
      ['windows', ['secrets.WIN_CSC_KEY_PASSWORD', 'secrets.WIN_CSC_LINK']],
      [
        'macos',
        [
          'secrets.APPLE_API_ISSUER',
          'secrets.APPLE_API_KEY',
          'secrets.APPLE_API_KEY_ID',
          'secrets.MAC_CSC_KEY_PASSWORD',
          'secrets.MAC_CSC_LINK',
        ],
      ],
      ['attest', ['attestations: write', 'id-token: write']],
      ['draft', ['contents: write']],
    ]);
  });

  it.each(paths)('load and run nothing from npm or another registry: %s', (path) => {
    expect(loading(path)).toEqual([]);
  });

  const release = '.github/workflows/release.yml';
  const changed = (path: string, from: string, to: string) => (wanted: string) => {
    const text = read(wanted);
    if (wanted !== path) return text;
    expect(text).toContain(from);
    return text.replace(from, to);
  };

  it.each([
    ['in a step', release, '      - run: gh release', '      - run: npm ci\n      - run: gh release'],
    [
      'by an action that installs Node',
      release,
      '      - run: gh release',
      '      - uses: actions/setup-node@x\n      - run: gh release',
    ],
    [
      'in a reusable workflow',
      '.github/workflows/attest.yml',
      '      - run: sha256sum',
      '      - run: npx x\n      - run: sha256sum',
    ],
    [
      'in an action of the project',
      '.github/actions/sign-windows/action.yml',
      "        $ErrorActionPreference = 'Stop'",
      '        npm.cmd install x',
    ],
    ['in a script of the project', '.github/sign-macos.sh', 'umask 077', 'umask 077; node x.mjs'],
    [
      'because a job that builds gets a secret',
      release,
      `PROCESSOR: ${expression('matrix.processor')}`,
      `KEY: ${expression('secrets.KEY')}`,
    ],
    [
      'because a job that builds may write',
      release,
      '    container:\n',
      '    permissions:\n      contents: write\n    container:\n',
    ],
    [
      'because all jobs get a secret',
      release,
      '\njobs:\n',
      `\nenv:\n  KEY: ${expression('secrets.KEY')}\njobs:\n`,
    ],
    [
      'because a workflow that runs npm inherits the secrets',
      release,
      'uses: ./.github/workflows/test.yml',
      'uses: ./.github/workflows/test.yml\n    secrets: inherit',
    ],
    ['because all jobs may write', release, 'contents: read', 'id-token: write'],
  ])('are found if one does: %s', (_, path, from, to) => {
    expect(loading(release, changed(path, from, to))).not.toEqual([]);
  });
});

it.each(actions)('%s uses only actions of a full commit, and reads no value as code', (path) => {
  const { runs } = parse(read(path)) as {
    readonly runs: { readonly steps: Workflow['jobs'][string]['steps'] };
  };
  expect(runs.steps?.length).toBeGreaterThan(0);
  const isPinned = (used: string) => /@[0-9a-f]{40}$/u.test(used);
  expect(runs.steps?.filter(({ uses, run }) => run?.includes('${{') || (uses && !isPinned(uses)))).toEqual(
    [],
  );
});

describe('images of containers', () => {
  const isPinned = (image: string) => /^debian:\d+@sha256:[0-9a-f]{64}$/u.test(image);
  const images = paths.flatMap((path) => imagesOf(workflow(path)));

  it('are pinned by digest', () => {
    expect(images.length).toBeGreaterThan(2);
    expect(images.filter((image) => !isPinned(image))).toEqual([]);
  });

  it('have one digest for each release', () => {
    const tags = images.map((image) => image.replace(/@.*/u, ''));
    expect(new Set(images).size).toBe(new Set(tags).size);
  });

  it('are found in each place that names one', () => {
    const job = { container: 'a:1', services: { one: { image: 'b:1' } } };
    const include = [{ image: 'c:1' }, { image: 'd:1' }];
    const others = { container: { image: expression('matrix.image') }, strategy: { matrix: { include } } };
    expect(imagesOf({ name: '', on: {}, jobs: { job, others } })).toEqual(['a:1', 'b:1', 'c:1', 'd:1']);
  });
});

it('the tests run on three systems, and no workflow has the rights of its target for code of a fork', () => {
  const text = read('.github/workflows/test.yml');
  for (const system of ['ubuntu', 'windows', 'macos']) expect(text).toContain(`${system}-`);
  expect(paths.filter((path) => /pull_request_target|workflow_run/u.test(read(path)))).toEqual([]);
});

it('all tests run on both releases of Debian', () => {
  const { jobs } = workflow('.github/workflows/test.yml');
  const tests = Object.values(jobs).filter(({ steps }) => steps?.some(({ run }) => run === 'npm test'));
  const images = tests.flatMap((job) => imagesOf({ name: '', on: {}, jobs: { job } }));
  expect(images.map((image) => image.replace(/@.*/u, ''))).toEqual(['debian:12', 'debian:13']);
});

describe('a release', () => {
  const { on, jobs } = workflow('.github/workflows/release.yml');
  const runs = Object.values(jobs).flatMap(({ steps }) => (steps ?? []).flatMap(({ run }) => run ?? []));
  /** The jobs that must end before a job. */
  const precedents = (name: string): readonly string[] => {
    const needed = [jobs[name]?.needs ?? []].flat();
    return [...new Set([...needed, ...needed.flatMap(precedents)])];
  };

  it('starts with a tag only', () => {
    expect(Object.keys(on)).toEqual(['push']);
    expect(Object.keys(on['push'] as object)).toEqual(['tags']);
  });

  it('is written by one job, after all others, as a draft', () => {
    const writing = Object.entries(jobs).filter(
      ([, { permissions }]) => typeof permissions === 'object' && permissions['contents'] === 'write',
    );
    expect(writing.map(([name]) => name)).toEqual(['draft']);
    expect(['draft', ...precedents('draft')].sort()).toEqual(Object.keys(jobs).sort());
    expect(runs.filter((run) => run.startsWith('gh release create'))).toEqual([
      expect.stringContaining(' --draft --verify-tag '),
    ]);
  });

  it('is refused unless all tests ran with the Electron that package.json declares', () => {
    const tested = jobs['tests'] as Readonly<Record<string, unknown>>;
    expect(tested).toEqual({ uses: './.github/workflows/test.yml' });
    expect(jobs['draft']?.if).toBeUndefined();
    expect(jobs['draft']?.needs).toContain('tests');
    const tests = workflow('.github/workflows/test.yml');
    const required = { NOTAFTER_REQUIRE_DECLARED_ELECTRON: 'true' };
    expect(tests.env).toEqual(required);
    const text = read('.github/workflows/test.yml');
    expect(text.split('NOTAFTER_REQUIRE_DECLARED_ELECTRON').length).toBe(2);
    expect(text).not.toContain('continue-on-error');
    const { steps = [] } = tests.jobs['linux'] ?? {};
    const all = steps.filter(({ run }) => run === 'npm test' || run === 'npm run test:packages');
    expect(all.map((step) => step.if)).toEqual([undefined, undefined]);
    expect(tests.jobs['linux']?.if).toBeUndefined();
  });

  it('has every kind of package', () => {
    const made = [...runs.filter((run) => run.includes('npm run package')), read('.github/sign-macos.sh')];
    const kinds = made.join(' ').match(/\b(?:AppImage|deb|rpm|nsis|dmg|zip)\b/gu);
    expect([...new Set(kinds)].sort()).toEqual(['AppImage', 'deb', 'dmg', 'nsis', 'rpm', 'zip'].sort());
  });

  it('starts what it made on each system', () => {
    const starts = Object.entries(jobs).filter(([, { steps }]) =>
      steps?.some(({ run }) => run?.includes(' --version')),
    );
    expect(starts.map(([name]) => name)).toEqual(['linux', 'windows-start', 'macos-start']);
    const linux = jobs['linux']?.steps ?? [];
    const at = (part: string) => linux.findIndex(({ run, uses }) => (run ?? uses)?.includes(part));
    expect(at(' --version')).toBeGreaterThan(at('npm run package'));
    expect(at('upload-artifact')).toBeGreaterThan(at(' --version'));
  });

  it('signs the app for Windows before its installer is made, and the installer after', () => {
    expect(precedents('windows')).toEqual(['windows-installers', 'windows-signed-app', 'windows-app']);
    const installer = jobs['windows-installers']?.steps?.find(({ run }) => run?.includes('npm run package'));
    expect(installer?.run).toContain('--prepackaged');
    const artifacts = (name: string) =>
      (jobs[name]?.steps ?? []).flatMap(
        ({ with: options }) => options?.['name'] ?? options?.['pattern'] ?? [],
      );
    expect(artifacts('windows-signed-app')).toEqual(['windows-app', 'windows-signed-app']);
    expect(artifacts('windows-installers')[0]).toBe('windows-signed-app');
    expect(artifacts('windows')).toEqual(['windows-installer-*', 'packages-windows']);
  });

  it('fails if a package for Windows names no publisher, which updates are compared with', () => {
    const checking = jobs['windows-app']?.steps?.find(({ run }) => run?.includes('publisherName'));
    expect(checking?.run).toMatch(/app-update\.yml.*exit 1/u);
  });

  it('signs with secrets of an environment, each explained', () => {
    const withSecrets = Object.entries(jobs).filter(([, job]) => JSON.stringify(job).includes('secrets.'));
    expect(withSecrets.map(([name, { environment }]) => [name, environment])).toEqual([
      ['windows-signed-app', 'release'],
      ['windows', 'release'],
      ['macos', 'release'],
    ]);
    const names = [...read('.github/workflows/release.yml').matchAll(/\b(?:secrets|vars)\.(\w+)/gu)].map(
      ([, name = '']) => name,
    );
    const guide = read('docs/releasing.md');
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});

it('a new major version of Electron waits for a maintainer, for a reason', () => {
  const { packageRules } = JSON.parse(read('.github/renovate.json')) as {
    readonly packageRules: readonly Readonly<Record<string, unknown>>[];
  };
  const hold = packageRules.find(({ matchUpdateTypes }) => JSON.stringify(matchUpdateTypes) === '["major"]');
  expect(hold).toMatchObject({ matchPackageNames: ['electron'], dependencyDashboardApproval: true });
  expect(String(hold?.['description'])).toMatch(/tray.*43\.3\.0 to 44\.0\.0.*#\d+/u);
});
