import { describe, expect, test } from 'vitest';
import { FileFault } from '#main/deployment/export/fileErrors.ts';
import type { ProofRequest } from '#main/deployment/proof/prover.ts';
import { ok } from '#shared/result.ts';
import { orderRow, proven, reviewed, setUp, states } from './exportServiceSetUp.ts';

type SetUp = ReturnType<typeof setUp>;

async function write(it: SetUp, ids: readonly string[], fields = {}): Promise<void> {
  const id = await reviewed(it, ids, fields);
  expect(await it.service.confirm(id, 'replace')).toEqual(ok(null));
  await it.service.settled();
}

function proofs(it: SetUp) {
  return it.service.view()?.items.map(({ proof }) => proof);
}

const tooMany = Array.from({ length: 12 }, (_, index) => `o${index}`);

describe('the verification of written files', () => {
  test('reads the files again and compares them with their source', async () => {
    const it = setUp([orderRow('a')]);
    it.destination.outcome = () => ({
      kind: 'written',
      previous: null,
      files: ['a/privkey.pem', 'a/fullchain.pem'],
    });
    const requests: ProofRequest[] = [];
    const texts: string[] = [];
    it.prove(async (request) => {
      requests.push(request);
      texts.push(...request.files.map(({ content }) => Buffer.from(content).toString()));
      return proven;
    });
    await write(it, ['a']);
    expect(proofs(it)).toEqual([proven]);
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
    const it = setUp(tooMany.map((id) => orderRow(id)));
    let running = 0;
    let most = 0;
    it.prove(async () => {
      expect(it.service.view()?.phase).toBe('proving');
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return proven;
    });
    await write(it, tooMany);
    expect(most).toBe(4);
    expect(it.service.view()).toMatchObject({ phase: 'done', completed: 12 });
  });

  test('that fails keeps the order written, and reports why', async () => {
    const it = setUp([orderRow('a')]);
    const failed = { kind: 'notProven', reason: 'expired', code: 'CERT_HAS_EXPIRED' } as const;
    it.prove(async () => failed);
    await write(it, ['a']);
    expect(states(it)).toEqual(['a written']);
    expect(proofs(it)).toEqual([failed]);
  });

  test('is skipped without a key, and for files that were not written', async () => {
    const it = setUp(['a', 'b'].map((id) => orderRow(id)));
    it.prove(() => expect.fail('nothing to prove'));
    it.destination.outcome = (id) =>
      id === 'a' ? { kind: 'written', previous: null, files: ['f'] } : { kind: 'kept' };
    await write(it, ['a', 'b'], { parts: ['certificate'] });
    expect(proofs(it)).toEqual([{ kind: 'notTried', reason: 'noKey' }, null]);
  });

  test('reports missing or corrupt files as unreadable', async () => {
    const it = setUp(['a', 'b'].map((id) => orderRow(id)));
    it.prove(async () => proven);
    it.destination.read = async (path) => {
      if (path.startsWith('a')) throw Object.assign(new Error('gone'), { code: 'ENOENT', errno: -2 });
      throw new FileFault('changed', 'b');
    };
    await write(it, ['a', 'b']);
    expect(proofs(it)).toEqual([
      { kind: 'notProven', reason: 'unreadable', code: 'ENOENT' },
      { kind: 'notProven', reason: 'unreadable', code: '' },
    ]);
    expect(states(it)).toEqual(['a written', 'b written']);
  });

  test('can be skipped: completed results are kept, and nothing counts as cancelled', async () => {
    const it = setUp(tooMany.map((id) => orderRow(id)));
    let count = 0;
    it.prove(async (_request, signal) => {
      count += 1;
      if (count === 3) it.service.cancel('job-1');
      return signal.aborted ? { kind: 'notTried', reason: 'cancelled' } : proven;
    });
    await write(it, tooMany);
    expect(it.service.view()).toMatchObject({ phase: 'done', cancelled: false });
    const kinds = proofs(it)?.map((proof) => proof?.kind);
    expect(kinds?.filter((kind) => kind === 'notTried').length).toBeGreaterThanOrEqual(8);
    expect(kinds).toContain('proven');
  });
});
