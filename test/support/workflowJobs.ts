import { matchesGlob } from 'node:path';
import { parse } from 'yaml';

/** A step of a job or of a composite action. */
export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly 'working-directory'?: string;
}

/** A job of a workflow. */
export interface Job {
  readonly uses?: string;
  readonly if?: string;
  readonly secrets?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: string | Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly container?: string | { readonly image: string };
  readonly services?: Readonly<Record<string, { readonly image: string }>>;
  readonly strategy?: {
    readonly matrix?: { readonly include?: readonly Readonly<Record<string, string>>[] };
  };
  /** The inputs of a reusable workflow. */
  readonly with?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

/** A workflow. */
export interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: string | Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A job as it runs, with what it may do beyond reading. */
export interface RunningJob {
  readonly name: string;
  /** Secrets and rights to write, such as `secrets.KEY` and `id-token: write`. */
  readonly rights: readonly string[];
  /** Its steps, with those of the project's own actions. */
  readonly steps: readonly Step[];
}

/** Reads a file of the project. @throws Error if there is none */
type Read = (path: string) => string;

/** All jobs that a workflow runs, also by reusable workflows of the project, which get the rights of the job that calls them. */
export function runningJobs(path: string, read: Read, given: readonly string[] = []): readonly RunningJob[] {
  const workflow = parse(read(path)) as Workflow;
  return Object.entries(workflow.jobs).flatMap(([id, job]) => {
    const name = `${path}: ${id}`;
    const { steps: own = [], ...rest } = job;
    const steps = own.flatMap((step) => expand(step, read));
    const words = JSON.stringify([workflow.env ?? {}, rest, own]);
    const rights = [
      ...given,
      ...[...words.matchAll(/\bsecrets(?:\.\w+|\[[^\]]*\])/gu)].map(([secret]) => secret),
      ...(job.secrets === 'inherit' ? ['secrets: inherit'] : []),
      ...writes(job.permissions ?? workflow.permissions),
    ];
    const called = job.uses;
    if (called === undefined) return [{ name, rights, steps }];
    if (!called.startsWith('./')) return [{ name, rights, steps: [{ uses: called }] }];
    return runningJobs(called.slice(2), read, rights);
  });
}

/** What permissions allow beyond reading. Without any a workflow has those of the repository's settings. */
function writes(permissions: Workflow['permissions']): readonly string[] {
  if (permissions === undefined) return ['the default permissions'];
  if (typeof permissions === 'string') return permissions === 'read-all' ? [] : [permissions];
  return Object.entries(permissions)
    .filter(([, level]) => level === 'write')
    .map(([scope]) => `${scope}: write`);
}

/** A step, or the steps of the project's own action that it uses; scripts of the project that it starts are read too. */
function expand(step: Step, read: Read): readonly Step[] {
  if (step.uses?.startsWith('./') === true) {
    const { runs } = parse(read(`${step.uses.slice(2)}/action.yml`)) as {
      readonly runs: { readonly using: string; readonly steps?: readonly Step[] };
    };
    if (runs.steps === undefined) return [{ uses: `${step.uses} (${runs.using})` }];
    return runs.steps.flatMap((inner) => expand(inner, read));
  }
  const scripts = [...(step.run ?? '').matchAll(/[\w./-]+\.(?:sh|ps1)\b/gu)].map(([script]) => script);
  return [step, ...scripts.map((script) => ({ run: read(script) }))];
}

/** Actions of GitHub that run no code of the project and load none: they are pinned by commit. */
const quietActions = /^actions\/(?:checkout|download-artifact|upload-artifact|attest)@/u;

/** Programs that load packages from a registry, or run what was loaded. */
const loaders =
  /(?:^|[\s;&|("'`])(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|corepack|node|deno|pip|pipx|pip3|uv|uvx|python3?|gem|bundle|cargo|go|brew|choco|winget|apt|apt-get|Install-Module|curl|wget|Invoke-WebRequest|iwr)(?:\.cmd|\.exe)?(?=$|[\s;&|)"'`])/imu;

/** What a job runs that must not run where there is a secret or a right to write. */
export function loadedCode({ steps }: RunningJob): readonly string[] {
  return steps.flatMap(({ uses, run }) => [
    ...(uses !== undefined && !quietActions.test(uses) ? [uses] : []),
    ...(run !== undefined && loaders.test(run) ? [run] : []),
  ]);
}

/** The images that the containers and services of a workflow run in. */
export function imagesOf({ jobs }: Workflow): readonly string[] {
  return Object.values(jobs).flatMap(({ container, services = {}, strategy }) => {
    const named = [container, ...Object.values(services)].flatMap((place) =>
      place === undefined ? [] : [typeof place === 'string' ? place : place.image],
    );
    return named.flatMap((image) => {
      const key = /^\$\{\{ matrix\.(\w+) \}\}$/u.exec(image)?.[1];
      return key === undefined ? [image] : (strategy?.matrix?.include ?? []).map((row) => row[key] ?? image);
    });
  });
}

/** A job with the values of one row of its matrix, and of the inputs if it is of a reusable workflow. */
interface ExpandedJob {
  /** Its id; of a reusable workflow that of the job that calls it, a slash, and its own. */
  readonly id: string;
  /** The ids of the jobs that end before it. */
  readonly after: ReadonlySet<string>;
  readonly steps: readonly Step[];
}

/** All jobs of a workflow, once for each row of their matrices, with those of reusable workflows of the project. */
function expandedJobs(
  path: string,
  read: Read,
  inputs: Readonly<Record<string, string>> = {},
  caller: { readonly prefix: string; readonly after: ReadonlySet<string> } = { prefix: '', after: new Set() },
): readonly ExpandedJob[] {
  const { jobs } = parse(read(path)) as Workflow;
  const precedents = (id: string): readonly string[] => {
    const needed = [jobs[id]?.needs ?? []].flat();
    return [...needed, ...needed.flatMap(precedents)];
  };
  return Object.entries(jobs).flatMap(([own, job]) => {
    const id = `${caller.prefix}${own}`;
    const after = new Set([...caller.after, ...precedents(own).map((each) => `${caller.prefix}${each}`)]);
    if (job.uses?.startsWith('./') === true)
      return expandedJobs(job.uses.slice(2), read, job.with, { prefix: `${id}/`, after });
    return matrixRows(job).map((row) => {
      const values = { matrix: row, inputs };
      const text = JSON.stringify(job.steps ?? []).replace(
        /\$\{\{ (matrix|inputs)\.([\w-]+) \}\}/gu,
        (whole, kind: 'matrix' | 'inputs', name: string) => values[kind][name] ?? whole,
      );
      return { id, after, steps: JSON.parse(text) as readonly Step[] };
    });
  });
}

/** The rows of a matrix: those of `include`, or every combination of its lists. Without a matrix there is one. */
function matrixRows({ strategy }: Job): readonly Readonly<Record<string, string>>[] {
  const { include = [], ...lists } = strategy?.matrix ?? {};
  const combined = Object.entries(lists as Readonly<Record<string, readonly string[]>>).reduce<
    readonly Readonly<Record<string, string>>[]
  >(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
  return include.length > 0 ? include : combined;
}

const uploads = (step: Step) => step.uses?.startsWith('actions/upload-artifact@') === true;
const downloads = (step: Step) => step.uses?.startsWith('actions/download-artifact@') === true;
const option = (step: Step, name: string) => String(step.with?.[name] ?? '');

/**
 * What is wrong with the names of a workflow's artifacts, matrices expanded. A download takes what a job before it uploaded,
 * and each upload has a name of its own and is downloaded, unless it has a condition: then it is for a person.
 */
export function artifactFaults(path: string, read: Read): readonly string[] {
  const jobs = expandedJobs(path, read);
  const all = (test: typeof uploads) =>
    jobs.flatMap(({ id, after, steps }) => steps.filter(test).map((step) => ({ id, after, step })));
  const uploaded = all(uploads).map((each) => ({ ...each, name: option(each.step, 'name') }));
  const wanted = all(downloads).map((each) => ({
    ...each,
    pattern: option(each.step, 'name') || option(each.step, 'pattern'),
  }));
  const isBefore = (one: string, after: ReadonlySet<string>) =>
    [...after].some((id) => one === id || one.startsWith(`${id}/`));
  const twice = uploaded.filter(({ name }, at) => uploaded.findIndex((other) => other.name === name) < at);
  const missing = wanted.flatMap(({ id, after, pattern }) => {
    const found = uploaded.filter(({ name }) => matchesGlob(name, pattern));
    if (found.length === 0) return [`${id} downloads ${pattern}, which no job uploads`];
    return found
      .filter((each) => !isBefore(each.id, after))
      .map((each) => `${id} downloads ${each.name}, and does not wait for ${each.id}`);
  });
  const unused = uploaded.filter(
    ({ name, step }) => step.if === undefined && !wanted.some(({ pattern }) => matchesGlob(name, pattern)),
  );
  return [
    ...twice.map(({ id, name }) => `${id} uploads ${name} once more`),
    ...missing,
    ...unused.map(({ id, name }) => `no job downloads ${name}, which ${id} uploads`),
  ];
}

/** What the commands of workflows write, as folders and files of the clone. A group of the expression is one of them. */
const written: readonly (readonly [command: RegExp, paths: readonly string[]])[] = [
  [/\bnpm run package\b/u, ['out/packages']],
  [/\bnpm run manifests\b/u, ['out/manifests']],
  [/\bnpm run test:desktops\b/u, ['out/desktops']],
  [/\bnpm (?:test|run (?:test:packages|build))\b/u, ['out']],
  [/\bsign-macos\.sh .* (\S+)$/mu, []],
  [/\btar -cf (\S+)/u, []],
  [/\bmkdir (\S+)/u, []],
  [/> "?([\w./-]+)/u, []],
];

/** The part of a path before what only the shell knows, without `./`: patterns and variables. */
const knownPart = (path: string) => path.replace(/^\.\//u, '').replace(/(?:^|\/)[^/]*[*$].*$/u, '');

/** The files and folders of the clone that a step reads. */
function readBy(step: Step): readonly string[] {
  const { run = '', env = {} } = step;
  const folder = step['working-directory'];
  const isPath = (word: string) => /^(?:\.\/)?[\w.-]+(?:\/[\w.*$#{}/-]+|\/|\.tar)$/u.test(word);
  const words = run.split(/[\s"'();]+/u).filter(isPath);
  const named = uploads(step) ? option(step, 'path').split('\n') : [];
  return [
    ...words.map((word) => (folder === undefined ? word : `${folder}/${word}`)),
    ...named.filter((line) => !line.startsWith('!')),
    ...(folder === undefined ? [] : [folder]),
    ...['folder', 'subject-checksums'].map((name) => option(step, name)),
    env['NOTAFTER_TEST_PACKAGES'] ?? '',
  ]
    .map(knownPart)
    .filter((path) => path !== '');
}

/**
 * What the steps of a workflow read before a step of their job has written or downloaded it.
 * @param isOfClone whether a clone has a file
 */
export function missingFiles(
  path: string,
  read: Read,
  isOfClone: (file: string) => boolean,
): readonly string[] {
  const jobs = expandedJobs(path, read);
  const uploadedIn = (name: string) =>
    jobs.flatMap(({ steps }) => steps.filter((step) => uploads(step) && option(step, 'name') === name));
  return jobs.flatMap(({ id, steps }) => {
    const there: string[] = [];
    let hasClone = false;
    return steps.flatMap((step) => {
      if (step.uses?.startsWith('actions/checkout@') === true) hasClone = true;
      if (downloads(step)) {
        const folder = option(step, 'path');
        const files = uploadedIn(option(step, 'name')).map((each) => option(each, 'path'));
        there.push(...(folder === '.' ? files : [folder]));
      }
      for (const [command, paths] of written) {
        const [line, group] = command.exec(step.run ?? '') ?? [];
        if (line !== undefined) there.push(...paths, ...(group === undefined ? [] : [knownPart(group)]));
      }
      const isThere = (file: string) =>
        there.some((made) => file === made || file.startsWith(`${made}/`)) || (hasClone && isOfClone(file));
      return readBy(step)
        .filter((file) => !isThere(file))
        .map((file) => `${id} reads ${file}`);
    });
  });
}
