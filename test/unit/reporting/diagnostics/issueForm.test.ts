import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { issueFormUrl } from '#main/reporting/diagnostics/issueForm.ts';
import { projectFolder } from '#scripts/lib/paths.ts';

const diagnosticsIn = (url: string) => new URL(url).searchParams.get('diagnostics') ?? '';

it('fills the diagnostics into a field of the form for bugs', () => {
  const text = '### NotAfter diagnostics\n\n| Orders | 3: 2 healthy & 1 expired |';
  const url = new URL(issueFormUrl(text, 'linux'));
  expect(url.origin + url.pathname).toBe('https://github.com/notafter-app/notafter/issues/new');
  expect(diagnosticsIn(url.href)).toBe(text);
  const file = url.searchParams.get('template') ?? '';
  const form = parse(readFileSync(join(projectFolder, '.github/ISSUE_TEMPLATE', file), 'utf8')) as {
    readonly body: readonly { readonly id?: string }[];
  };
  expect(form.body.map(({ id }) => id)).toContain('diagnostics');
});

it.each([
  ['win32', 2000],
  ['linux', 8000],
])('leaves out the last lines where the address would be too long on %s', (platform, most) => {
  const lines = Array.from({ length: 400 }, (_, line) => `| line ${line} | 中文 ${'x'.repeat(20)} |`);
  const url = issueFormUrl(lines.join('\n'), platform);
  expect(url.length).toBeLessThanOrEqual(most);
  expect(url.length).toBeGreaterThan(most - 200);
  const kept = diagnosticsIn(url).split('\n');
  expect(kept.at(-1)).toBe('…');
  expect(kept.slice(0, -1)).toEqual(lines.slice(0, kept.length - 1));
});
