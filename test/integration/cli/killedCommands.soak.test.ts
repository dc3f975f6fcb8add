import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/integration/app/testApp.ts';
import { soakCount } from '#test/support/soak.ts';
import { killedProfile } from './killedProfile.ts';

it('updates that are killed at any time leave no folder that is refused, torn or without its command', {
  timeout: 1_200_000,
}, async () => {
  const { run, renew, exported, killedAfter, checkPairs, checkCurrent } = await killedProfile([
    'shop',
    'mail',
  ]);
  const target = temporaryFolder();
  await exported(target);
  const refused: string[] = [];
  // How long a command takes depends on how busy the computer is: the next one is killed near the end of the last one.
  let span = 1000;
  let kills = 0;
  for (let round = 1; kills < soakCount(200); round += 1) {
    await renew(100 + round);
    const after = randomInt(Math.ceil(span / 3), span);
    const isKilled = await killedAfter('update', after);
    if (isKilled) kills += 1;
    span = Math.ceil(isKilled ? span * 1.01 : span * 0.9);
    checkPairs(target);
    const { code, out, err } = await run('update');
    if (code !== 0) refused.push(`${round}: ${code} ${out} ${err}`);
    checkCurrent(target, true);
  }
  expect(refused).toEqual([]);
});
