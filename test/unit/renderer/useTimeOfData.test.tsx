// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { tickNow, useTimeOfData } from '#renderer/hooks/useNow.ts';

function Time() {
  return <time>{useTimeOfData()}</time>;
}

test('data that came within a minute is shown as of the time when it came', async () => {
  act(tickNow);
  const { container, rerender } = render(<Time />);
  const drawnAt = Number(container.textContent);
  await vi.waitUntil(() => Date.now() > drawnAt + 1);
  const cameAt = Date.now();
  act(tickNow);
  rerender(<Time key="drawn again" />);
  expect(Number(container.textContent)).toBeGreaterThanOrEqual(cameAt);
});
