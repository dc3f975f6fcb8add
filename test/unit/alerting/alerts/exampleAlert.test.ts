import { expect, it } from 'vitest';
import type { AlertEvent, NotificationContent } from '#main/alerting/alerts/alert.ts';
import { ExampleAlert } from '#main/alerting/alerts/exampleAlert.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { defaultSettings } from '#shared/domain/settings.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { ok } from '#shared/result.ts';
import { createFakeTime } from '#test/support/fakeTime.ts';
import { orderWithDays } from '#test/support/orderRows.ts';
import { start } from './alertHarness.ts';

function exampleFor(orders: readonly OrderRow[]) {
  const time = createFakeTime(start);
  const shown: NotificationContent[] = [];
  const opened: (string | null)[] = [];
  const sent: AlertEvent[] = [];
  const example = new ExampleAlert({
    clock: time.clock,
    sink: { show: (content) => void shown.push(content) },
    settings: () => defaultSettings,
    orders: () => orders,
    text: (event) => {
      sent.push(event);
      return { title: 'title', body: 'body' };
    },
    click: (run) => ({ label: 'Show', run }),
    open: (id) => void opened.push(id),
  });
  const days = () => {
    const [event] = sent;
    return event?.kind === 'expiry' ? ((event.order.notAfter ?? 0) - start) / DAY_MS : null;
  };
  return { example, time, shown, opened, sent, days };
}

it('is about the order that expires next', () => {
  const orders = [
    orderWithDays('expired', -1, start),
    orderWithDays('later', 60, start),
    orderWithDays('next', 5, start),
  ];
  const { example, shown, days } = exampleFor(orders);
  expect(example.show()).toEqual(ok(null));
  expect(days()).toBe(5);
  expect(shown).toMatchObject([{ title: 'title', body: 'body', urgent: false }]);
});

it('is about an invented order that is due for the first reminder when there is none', () => {
  const { example, days } = exampleFor([]);
  example.show();
  expect(days()).toBe(defaultSettings.alertDays[0]);
});

it('opens its order when the notification is clicked', () => {
  const { example, shown, opened } = exampleFor([orderWithDays('next', 5, start)]);
  example.show();
  shown[0]?.click.run();
  expect(opened).toEqual(['next']);
});

it('is shown a few times a minute at most', () => {
  const { example, shown, time } = exampleFor([]);
  for (let count = 0; count < 5; count += 1) expect(example.show().ok).toBe(true);
  expect(example.show()).toMatchObject({ ok: false, error: { kind: 'tooOften' } });
  expect(shown).toHaveLength(5);
  time.advanceSync(MINUTE_MS);
  expect(example.show().ok).toBe(true);
});
