// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { IssuedStep } from '#renderer/features/orders/details/IssuedStep.tsx';
import { StatusCell } from '#renderer/features/orders/list/OrderCells.tsx';
import { lastTick, tickNow } from '#renderer/hooks/useNow.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import { renderPart } from '#test/support/renderPart.tsx';
import { orderRow } from '../orderRows.ts';

afterEach(() => vi.useRealTimers());

test('list and details say the same of data that came between two minutes', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  act(tickNow);
  // Overdue by 10 days a moment later.
  const due = lastTick() + 2 - 10 * DAY_MS;
  const notAfter = due + 30 * DAY_MS;
  const lead = { leadMs: 30 * DAY_MS, renewals: 3 };
  const row = orderRow('a', {
    notAfter,
    notBefore: notAfter - 90 * DAY_MS,
    lead,
    lastConfirmedAt: lastTick(),
  });
  const part = (key: string) => (
    <div key={key}>
      <table>
        <tbody>
          <tr>
            <StatusCell row={row} status="overdue" isPolling={false} />
          </tr>
        </tbody>
      </table>
      <IssuedStep row={row} hasSync={false} />
    </div>
  );
  const { rerender } = renderPart(part('drawn'));
  expect(screen.getAllByText(/10 days ago|overdue by 10 days/u)).toHaveLength(2);
  vi.setSystemTime(due + 10 * DAY_MS + 1);
  act(tickNow);
  rerender(part('drawn again'));
  expect(screen.getAllByText(/11 days ago|overdue by 11 days/u)).toHaveLength(2);
});
