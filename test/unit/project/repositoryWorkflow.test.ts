import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFolder } from '#scripts/lib/paths.ts';
import { runningJobs, type Workflow } from '#test/support/workflowJobs.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const path = '.github/workflows/repository.yml';
const { on, jobs } = parse(read(path)) as Workflow;

it('the list for apt is renewed each week, while it is valid for months', () => {
  expect(on['schedule']).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* [0-6]$/u) }]);
  const runs = (jobs['renewal']?.steps ?? []).map(({ run }) => run ?? '');
  expect(runs.some((run) => run.startsWith('.github/renew-repository.sh '))).toBe(true);
});

it('the list for apt is renewed with secrets of an environment, which are explained', () => {
  expect(runningJobs(path, read).map(({ rights }) => [...new Set(rights)].sort())).toEqual([
    ['secrets.REPOSITORY_KEY', 'secrets.REPOSITORY_SSH_KEY'],
  ]);
  expect(jobs['renewal']?.environment).toBe('repository');
  const names = [...read(path).matchAll(/\b(?:secrets|vars)\.(\w+)/gu)].map(([, name = '']) => name);
  const guide = read('docs/releasing.md');
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

it('the list that is renewed is the one of the newest release, not what the web server has', () => {
  const runs = (jobs['renewal']?.steps ?? []).map(({ run }) => run ?? '');
  expect(runs[1]).toBe('gh release download --pattern repository-lists.tar.gz');
  const copies = runs.filter((run) => run.includes('rsync '));
  expect(copies).toEqual([expect.stringMatching(/ lists\/ "\$TARGET\/"\n$/u)]);
});
