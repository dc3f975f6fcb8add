import { describe, expect, it } from 'vitest';
import type { ExportProof } from '#shared/domain/exportProof.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { updateOutcome, type WriteResult } from '#shared/domain/writeResult.ts';
import { helpResultText, writeText } from '#shared/i18n/writeText.ts';
import { english as t } from '#test/unit/renderer/translators.ts';

const proof: ExportProof = { kind: 'notTried', reason: 'noKey' };
const notProven: ExportProof = { kind: 'notProven', reason: 'chain', code: '' };
/** No client was at hand that knows the root: this says nothing about the files. */
const inconclusive: ExportProof = { kind: 'notProven', reason: 'noRoot', code: '' };
const failedRun: ProgramRun = {
  ...{ kind: 'ended', startedAt: 0, endedAt: 1, output: '', isCut: false },
  outcome: { kind: 'exited', code: 1 },
};
const written = {
  kind: 'written',
  files: ['a/key.pem', 'a/chain.pem'],
  canUndo: true,
  proof,
  run: null,
} as const;

describe('files that were written', () => {
  it.each<[WriteResult<'written'>, string, RegExp]>([
    [written, 'rewritten', /^2 files written\.$/u],
    [{ ...written, proof: inconclusive }, 'rewritten', /^2 files written\.$/u],
    [{ ...written, proof: notProven, run: failedRun }, 'unproven', /^2 files written\. The test connection/u],
    [{ ...written, run: failedRun }, 'commandFailed', /^2 files written\. The command after it failed/u],
  ])('have the problem that their proof and their command say: %#', (result, outcome, words) => {
    expect(updateOutcome(result)).toBe(outcome);
    expect(helpResultText({ kind: 'written', results: [result] }, t, 'en')).toMatch(words);
  });

  it('are counted together, and the worst problem is said', () => {
    const results = [
      { ...written, run: failedRun },
      { kind: 'current', writtenAt: 1 } as const,
      { ...written, proof: notProven },
    ];
    expect(helpResultText({ kind: 'written', results }, t, 'en')).toMatch(
      /^4 files written\. The test connection/u,
    );
  });
});

describe('what is said of files that were not written', () => {
  it.each<[WriteResult, string, RegExp]>([
    [{ kind: 'refused', reason: 'changed' }, 'changed', /Another program or person changed/u],
    [{ kind: 'refused', reason: 'olderLeaf' }, 'failed', /is older than the one in these files/u],
    [{ kind: 'needsReview', fingerprint256: 'f', findings: [] }, 'held', /there is something to review/u],
    [{ kind: 'needsPassphrase' }, 'failed', /there is something to review/u],
    [{ kind: 'noDestination' }, 'failed', /not exported to a folder yet/u],
    [{ kind: 'failed', error: { kind: 'offline' } }, 'failed', /./u],
  ])('gives the reason: %j', (result, outcome, words) => {
    expect(writeText(result, t, 'en')).toMatch(words);
    expect(updateOutcome(result)).toBe(outcome);
  });

  it('is since when they are the same', () => {
    const current = { kind: 'current', writtenAt: Date.UTC(2026, 0, 1, 12) } as const;
    expect(writeText(current, t, 'en')).toContain('2026');
    expect(helpResultText({ kind: 'written', results: [current] }, t, 'en')).toBe(
      writeText(current, t, 'en'),
    );
    expect(helpResultText({ kind: 'opened' }, t, 'en')).toBeNull();
  });
});
