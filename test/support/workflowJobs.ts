import { parse } from 'yaml';

/** A step of a job or of a composite action. */
export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
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
