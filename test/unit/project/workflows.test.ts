import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { projectFolder } from '#scripts/lib/paths.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

type Step = {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
};
type Job = {
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly steps?: readonly Step[];
};
type Workflow = {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
};

const paths = globSync('.github/workflows/*', { cwd: projectFolder }).map((path) =>
  path.replaceAll('\\', '/'),
);
const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };

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
  ['a needed job', 'needs: [tests,', 'needs: [test,'],
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
    expect(commands.length).toBeGreaterThan(0);
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

it('the tests run on three systems, and no workflow has the rights of its target for code of a fork', () => {
  const text = read('.github/workflows/test.yml');
  for (const system of ['ubuntu', 'windows', 'macos']) expect(text).toContain(`${system}-`);
  expect(paths.filter((path) => /pull_request_target|workflow_run/u.test(read(path)))).toEqual([]);
});

describe('a release', () => {
  const { on, jobs } = workflow('.github/workflows/release.yml');
  const runs = Object.values(jobs).flatMap(({ steps }) => (steps ?? []).flatMap(({ run }) => run ?? []));

  it('starts with a tag only', () => {
    expect(Object.keys(on)).toEqual(['push']);
    expect(Object.keys(on['push'] as object)).toEqual(['tags']);
  });

  it('is written by one job, after the tests and all packages, as a draft', () => {
    const writing = Object.entries(jobs).filter(([, { permissions }]) => permissions !== undefined);
    expect(writing.map(([name, { permissions, needs }]) => ({ name, permissions, needs }))).toEqual([
      {
        name: 'draft',
        permissions: { contents: 'write', 'id-token': 'write', attestations: 'write' },
        needs: ['tests', 'linux', 'windows', 'macos'],
      },
    ]);
    expect(runs.filter((run) => run.startsWith('gh release create'))).toEqual([
      expect.stringContaining(' --draft --verify-tag '),
    ]);
  });

  it('has every kind of package', () => {
    const packages = runs.filter((run) => run.includes('npm run package'));
    expect(
      packages
        .join(' ')
        .match(/\b(?:AppImage|deb|rpm|nsis|dmg|zip)\b/gu)
        ?.sort(),
    ).toEqual(['AppImage', 'deb', 'dmg', 'nsis', 'rpm', 'zip'].sort());
  });

  it('starts what it made on each system, and makes deb and rpm with fpm itself', () => {
    for (const name of ['linux', 'windows', 'macos']) {
      const steps = jobs[name]?.steps ?? [];
      const at = (part: string) => steps.findIndex(({ run, uses }) => (run ?? uses)?.includes(part));
      expect(at(' --version'), name).toBeGreaterThan(at('npm run package'));
      expect(at('upload-artifact'), name).toBeGreaterThan(at(' --version'));
    }
    const linux = jobs['linux']?.steps?.find(({ run }) => run?.includes('npm run package'));
    expect(linux?.env).toMatchObject({ NOTAFTER_REQUIRE_FPM: 'true' });
  });

  it('fails if a package for Windows names no publisher, which updates are compared with', () => {
    const checking = jobs['windows']?.steps?.find(({ run }) => run?.includes('publisherName'));
    expect(checking?.run).toMatch(/app-update\.yml.*exit 1/u);
  });

  it('signs with secrets of an environment, each explained, and fails without them', () => {
    const withSecrets = Object.values(jobs).filter((job) => JSON.stringify(job).includes('secrets.'));
    expect(withSecrets.map(({ environment }) => environment)).toEqual(['release', 'release']);
    const packaging = withSecrets.map(({ steps }) =>
      steps?.find(({ run }) => run?.includes('npm run package')),
    );
    expect(packaging.map((step) => step?.env?.['NOTAFTER_FORCE_SIGNING'])).toEqual(['true', 'true']);
    const names = [...read('.github/workflows/release.yml').matchAll(/secrets\.(\w+)/gu)].map(
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
