import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/integration/app/testApp.ts';
import { killedProfile } from './killedProfile.ts';

it('an update that is killed at any of its writes is completed by the next one', async () => {
  const { run, renew, exported, killedAt, checkPairs, checkCurrent } = await killedProfile(['shop']);
  const target = temporaryFolder();
  await exported(target);
  const refused: string[] = [];
  let writes: number | null = null;
  for (let n = 1; writes === null; n += 1) {
    await renew(100 + n);
    writes = await killedAt('update', n);
    checkPairs(target);
    const { code, out, err } = await run('update');
    if (code !== 0) refused.push(`${n}: ${code} ${out} ${err}`);
    checkCurrent(target, true);
  }
  expect(refused).toEqual([]);
  // The steps of the journals, the files and the database are all there.
  expect(writes).toBeGreaterThan(40);
}, 600_000);

it('a first export that is killed at any of its writes is known, or done again', async () => {
  const { run, killedAt, checkPairs, checkCurrent } = await killedProfile(['shop', 'mail']);
  const refused: string[] = [];
  let writes: number | null = null;
  for (let n = 1; writes === null; n += 1) {
    const target = temporaryFolder();
    const words = `export --all --preset nginx --to ${target} --keep-updated`;
    writes = await killedAt(words, n);
    checkPairs(target);
    for (const command of ['update', words, 'update']) {
      const { code, out, err } = await run(command);
      if (code !== 0) refused.push(`${n} ${command}: ${code} ${out} ${err}`);
    }
    checkCurrent(target, false);
    const folders = `${target}/shop ${target}/mail`;
    expect(await run(`destinations remove ${folders}`)).toMatchObject({ code: 0 });
  }
  expect(refused).toEqual([]);
  expect(writes).toBeGreaterThan(20);
}, 600_000);
