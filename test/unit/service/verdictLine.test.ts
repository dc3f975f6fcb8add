import { expect, it } from 'vitest';
import { deliveryVerdictSchema, verdictLine } from '#test/service/sendDelivery.ts';

it.each([
  [{ outcome: 'succeeded', status: 302, ms: 12 }, 'succeeded: HTTP 302 after 12 ms'],
  [{ outcome: 'failed', status: 500, reason: 'HTTP 500', ms: 3 }, 'failed: HTTP 500 after 3 ms'],
  [{ outcome: 'failed', reason: 'socket hang up', ms: 0 }, 'failed: socket hang up after 0 ms'],
  [{ outcome: 'timedOut', ms: 15_001 }, 'timed out: no answer after 15001 ms'],
])('a verdict %o is said as "%s", also from another process', (verdict, line) => {
  expect(verdictLine(deliveryVerdictSchema.parse(JSON.parse(JSON.stringify(verdict))))).toBe(line);
});
