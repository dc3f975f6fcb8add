import { expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/domain/thresholds.ts';
import { alone } from '#test/integration/cli/askApp.ts';
import { FakeDesktop } from '#test/support/fakeDesktop.ts';
import { FakeSecretHost } from '#test/support/fakeSecretHost.ts';
import { createSkippableTime } from '#test/support/fakeTime.ts';
import { profileWithHistories } from '#test/support/preparedProfile.ts';
import { okValue, startTestApp, type TestApp, temporaryFolder } from './testApp.ts';

/** A profile with one order that had 60 certificates, of which 40 matter no more. */
function longProfile(): string {
  const certificates = Array.from({ length: 60 }, (_, index) => ({ from: index - 300, to: index - 293 }));
  return profileWithHistories(temporaryFolder(), [{ name: 'shop', certificates }]);
}

const historyOf = async (test: TestApp) =>
  okValue(await test.call('orders:details', 'order-00000')).history.length;

it('the app removes what is long past some time after its start', async () => {
  const { clock, scheduler, advance } = createSkippableTime();
  const test = await startTestApp({ userData: longProfile(), surroundings: { clock, scheduler } });
  await test.app.begun;
  expect(await historyOf(test)).toBe(60);
  await advance(10 * MINUTE_MS);
  expect(await historyOf(test)).toBe(20);
});

it('a command that polls removes it too, for a computer where no app runs', async () => {
  const userData = longProfile();
  const desktop = new FakeDesktop({ userData, secretProcess: new FakeSecretHost() });
  await alone(desktop, 'status');
  const before = await startTestApp({ userData });
  expect(await historyOf(before)).toBe(60);
  await before.quit();
  await alone(desktop, 'sync');
  const after = await startTestApp({ userData });
  expect(await historyOf(after)).toBe(20);
});
