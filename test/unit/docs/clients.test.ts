import { describe, expect, it } from 'vitest';
import {
  keyRules,
  lifetimeRules,
  logRule,
  nameRule,
  purposeRule,
  refusingKey,
  serialRule,
} from '#shared/domain/clientRules.ts';
import { type Finding, isReviewFinding } from '#shared/domain/finding.ts';
import { clientTable } from '#test/support/clientTable.ts';

const table = clientTable();
const rowsOf = (kind: string) => table.filter((row) => row.kind === kind);
const dateOf = (from: number) => new Date(from).toISOString().slice(0, 10);
const numbersOf = (text: string) => [...text.matchAll(/\d+/gu)].map(([digits]) => Number(digits));

describe('docs/clients.md has what the code has', () => {
  it('keys, with those that other clients refuse', () => {
    const rows = [...rowsOf('keyNotAccepted'), ...rowsOf('keyUnsupported')].map(({ what, clients }) => ({
      keys: [...what.matchAll(/`([^`]+)`/gu)].map(([, key = '']) => key),
      clients,
    }));
    for (const { keys, clients } of rows)
      for (const key of keys) expect(refusingKey(key), key).toEqual(clients);
    const named = rows.flatMap(({ keys }) => keys);
    const refused = Object.keys(keyRules).filter((key) => refusingKey(key).length > 0);
    expect(named).toEqual(expect.arrayContaining([...refused, 'Ed25519', 'Ed448', 'secp256k1']));
  });

  it('limits of lifetimes', () => {
    const rows = rowsOf('livesTooLong').map(({ what, roots, from, clients }) => ({
      days: numbersOf(what)[0],
      isPublic: roots === 'public',
      from,
      clients,
    }));
    expect(rows).toEqual(lifetimeRules.map(({ from, ...rule }) => ({ ...rule, from: dateOf(from) })));
  });

  it('timestamps of logs', () => {
    const [row] = rowsOf('notLogged');
    expect(row).toMatchObject({ roots: 'public', clients: logRule.clients });
    expect(numbersOf(row?.what ?? '')).toEqual([logRule.least, logRule.leastLonger, logRule.days]);
  });

  it('purposes, names and serial numbers', () => {
    expect(rowsOf('purposeMissing')).toMatchObject([
      { from: dateOf(purposeRule.from), roots: 'all', clients: purposeRule.clients },
    ]);
    expect(rowsOf('namesIgnored')).toMatchObject([{ roots: 'all', clients: nameRule.clients }]);
    expect(rowsOf('serialNegative')).toMatchObject([{ roots: 'all', clients: serialRule.clients }]);
  });

  it('a source for each row, and only findings', () => {
    expect(table.length).toBeGreaterThan(15);
    for (const { kind, what, source } of table) {
      expect(source, what).toMatch(/https:|as above/u);
      expect(isReviewFinding({ kind } as Finding), kind).toBe(true);
    }
  });
});

it('docs/clients.zh-CN.md has the same rows', () => {
  // The days of an example, and the code of a key or algorithm, are the same in each language.
  const factsOf = (document: string) =>
    clientTable(document).map(({ what, source, roots, ...row }) => ({
      ...row,
      isPublic: roots === 'public' || roots === '公共',
      code: what.match(/`[^`]+`/gu),
      numbers: numbersOf(what),
      links: source.match(/https:[^)]+/gu),
    }));
  expect(factsOf('clients.zh-CN.md')).toEqual(factsOf('clients.md'));
});
