import { describe, expect, test } from 'vitest';
import { FileFault } from '#main/deployment/export/fileErrors.ts';
import type { ProofRequest } from '#main/deployment/proof/prover.ts';
import { ok } from '#shared/result.ts';
import { reviewed, setUp, states } from './exportServiceSetUp.ts';
import { orderRow, proven } from './exportValues.ts';

type SetUp = ReturnType<typeof setUp>;

async function write(harness: SetUp, ids: readonly string[], fields = {}): Promise<void> {
  const id = await reviewed(harness, ids, fields);
  expect(await harness.service.confirm(id, 'replace')).toEqual(ok(null));
  await harness.service.settled();
}

function proofs(harness: SetUp) {
  return harness.service.view()?.items.map(({ proof }) => proof);
}

const tooMany = Array.from({ length: 12 }, (_, index) => `o${index}`);

describe('the verification of written files', () => {
  test('reads the files again and compares them with their source', async () => {
    const harness = setUp([orderRow('a')]);
    harness.destination.outcome = () => ({
      kind: 'written',
      previous: null,
      files: ['a/privkey.pem', 'a/fullchain.pem'],
    });
    const requests: ProofRequest[] = [];
    const texts: string[] = [];
    harness.prove(async (request) => {
      requests.push(request);
      texts.push(...request.files.map(({ content }) => Buffer.from(content).toString()));
      return proven;
    });
    await write(harness, ['a']);
    expect(proofs(harness)).toEqual([proven]);
    expect(texts).toEqual(['written a/privkey.pem', 'written a/fullchain.pem']);
    expect(requests[0]).toMatchObject({
      files: [
        { format: 'pem', parts: ['key'] },
        { format: 'pem', parts: ['leaf', 'chain'] },
      ],
      material: { leaf: 'leaf of a', chain: [' and chain'], root: null },
      judgedBy: { now: 500 },
    });
    // They may contain the key.
    for (const { content } of requests[0]?.files ?? [])
      expect(content.every((byte) => byte === 0)).toBe(true);
  });

  test('runs for at most four orders at a time, in its own phase', async () => {
    const harness = setUp(tooMany.map((id) => orderRow(id)));
    let running = 0;
    let most = 0;
    harness.prove(async () => {
      expect(harness.service.view()?.phase).toBe('proving');
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return proven;
    });
    await write(harness, tooMany);
    expect(most).toBe(4);
    expect(harness.service.view()).toMatchObject({ phase: 'done', completed: 12 });
  });

  test('that fails keeps the order written, and reports why', async () => {
    const harness = setUp([orderRow('a')]);
    const failed = { kind: 'notProven', reason: 'expired', code: 'CERT_HAS_EXPIRED' } as const;
    harness.prove(async () => failed);
    await write(harness, ['a']);
    expect(states(harness)).toEqual(['a written']);
    expect(proofs(harness)).toEqual([failed]);
  });

  test('is skipped without a key, and for files that were not written', async () => {
    const harness = setUp(['a', 'b'].map((id) => orderRow(id)));
    harness.prove(() => expect.fail('nothing to prove'));
    harness.destination.outcome = (id) =>
      id === 'a' ? { kind: 'written', previous: null, files: ['f'] } : { kind: 'kept' };
    await write(harness, ['a', 'b'], { parts: ['certificate'] });
    expect(proofs(harness)).toEqual([{ kind: 'notTried', reason: 'noKey' }, null]);
  });

  test('reports missing or corrupt files as unreadable', async () => {
    const harness = setUp(['a', 'b'].map((id) => orderRow(id)));
    harness.prove(async () => proven);
    harness.destination.read = async (path) => {
      if (path.startsWith('a')) throw Object.assign(new Error('gone'), { code: 'ENOENT', errno: -2 });
      throw new FileFault('changed', 'b');
    };
    await write(harness, ['a', 'b']);
    expect(proofs(harness)).toEqual([
      { kind: 'notProven', reason: 'unreadable', code: 'ENOENT' },
      { kind: 'notProven', reason: 'unreadable', code: '' },
    ]);
    expect(states(harness)).toEqual(['a written', 'b written']);
  });

  test('can be skipped: completed results are kept, and nothing counts as cancelled', async () => {
    const harness = setUp(tooMany.map((id) => orderRow(id)));
    let count = 0;
    harness.prove(async (_request, signal) => {
      count += 1;
      if (count === 3) harness.service.cancel('job-1');
      return signal.aborted ? { kind: 'notTried', reason: 'cancelled' } : proven;
    });
    await write(harness, tooMany);
    expect(harness.service.view()).toMatchObject({ phase: 'done', cancelled: false });
    const kinds = proofs(harness)?.map((proof) => proof?.kind);
    expect(kinds?.filter((kind) => kind === 'notTried').length).toBeGreaterThanOrEqual(8);
    expect(kinds).toContain('proven');
  });
});
