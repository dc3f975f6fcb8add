import { expect, it } from 'vitest';
import { DropLog } from '#main/webhook/receiver/binding.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

it('logs the first dropped connection at once, then a count at most once a minute', () => {
  const { logger, lines } = createRecordingLogger();
  const time = createFakeTime();
  const drops = new DropLog(time.scheduler, logger);
  const counts = () => lines.map(({ fields }) => fields.count);
  for (let count = 0; count < 900; count += 1) drops.dropped();
  expect(counts()).toEqual([1]);
  time.advanceSync(59_999);
  drops.dropped();
  expect(counts()).toEqual([1]);
  time.advanceSync(1);
  expect(counts()).toEqual([1, 900]);
  time.advanceSync(600_000);
  expect(counts()).toEqual([1, 900]);
  drops.dropped();
  expect(counts()).toEqual([1, 900, 1]);
  drops.dispose();
  expect(time.pending()).toBe(0);
});
