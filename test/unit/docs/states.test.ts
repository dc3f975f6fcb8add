import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import type { CheckState, Condition } from '#shared/domain/conditions/condition.ts';
import { allConditions } from '#shared/domain/conditions/conditions.ts';
import { orderStatuses } from '#shared/domain/status.ts';

/** The cells of the table of statuses of a document. */
const rowsOf = (document: string) =>
  readFileSync(join(projectFolder, 'docs', document), 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+ \|/u.test(line))
    .map((line) => {
      const [, , status = '', , kinds = '', check = ''] = line.split('|');
      return { status: wordsOf(status), kinds: wordsOf(kinds), check: check.trim() };
    });

function wordsOf(cell: string): readonly string[] {
  return [...cell.matchAll(/`(\w+)`/gu)].map(([, word = '']) => word);
}

const states: Readonly<Record<CheckState, string>> = {
  critical: 'CRITICAL',
  attention: 'WARNING',
  unknown: 'UNKNOWN',
};

/** What a check says of conditions that `docs/states.md` has in one row; a function of the order may say two things. */
function saidOf({ check, severity }: Condition): string {
  if (typeof check === 'function') return 'CRITICAL, UNKNOWN';
  if (check === null) return '–';
  return states[check ?? (severity === 'critical' ? 'critical' : 'attention')];
}

describe.each(['states.md', 'states.zh-CN.md'])('docs/%s', (document) => {
  const rows = rowsOf(document);

  it('has every status, worst first', () => {
    expect(rows.flatMap(({ status }) => status)).toEqual(orderStatuses);
  });

  it.each(rows)('has the conditions of $status and what a check says of them', (row) => {
    const own = allConditions.filter(({ status }) => row.status.includes(status));
    expect(row.kinds).toEqual(own.map(({ kind }) => kind));
    expect([row.check]).toEqual(own.length === 0 ? ['OK'] : [...new Set(own.map(saidOf))]);
  });
});
