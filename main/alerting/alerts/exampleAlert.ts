import { RateLimit } from '#main/platform/rateLimit.ts';
import type { Clock } from '#main/platform/time.ts';
import { byExpiry, firstOf } from '#shared/domain/arrangement.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type OrderRow, unknownRow } from '#shared/domain/order.ts';
import type { Settings } from '#shared/domain/settings.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import { ok, type Result } from '#shared/result.ts';
import type { AlertEvent, NotificationButton, NotificationSink } from './alert.ts';
import type { AlertText } from './alertText.ts';

/** Notifications that a page may ask for in a minute: enough to try them, too few to bury the user in them. */
const MAX_A_MINUTE = 5;

interface ExampleAlertPorts {
  readonly clock: Clock;
  readonly sink: Pick<NotificationSink, 'show'>;
  readonly settings: () => Settings;
  readonly orders: () => readonly OrderRow[];
  readonly text: (event: AlertEvent, now: number) => AlertText;
  /** What a click on the notification does, with its label. */
  readonly click: (run: () => void) => NotificationButton;
  readonly open: (orderId: string | null) => void;
}

/** Shows the user what an alert looks like: the expiry alert of the next order, or of an invented one. */
export class ExampleAlert {
  readonly #ports: ExampleAlertPorts;
  readonly #limit: RateLimit;

  constructor(ports: ExampleAlertPorts) {
    this.#ports = ports;
    this.#limit = new RateLimit(MAX_A_MINUTE, MINUTE_MS, ports.clock);
  }

  /** Shows the alert, even while alerts are paused or off. Error: `tooOften` */
  show(): Result<null> {
    const { clock, sink, text, open, click } = this.#ports;
    const taken = this.#limit.take();
    if (!taken.ok) return taken;
    const event = this.event();
    const { id } = event.order;
    sink.show({
      ...text(event, clock.now()),
      urgent: false,
      click: click(() => open(id === '' ? null : id)),
    });
    return ok(null);
  }

  /** What the alert is about. */
  event(): Extract<AlertEvent, { readonly kind: 'expiry' }> {
    const { clock, settings, orders } = this.#ports;
    const now = clock.now();
    const valid = orders().filter((order) => (endOf(order) ?? now) > now);
    const [next] = firstOf(valid, 1, byExpiry);
    return { kind: 'expiry', order: next ?? inventedOrder(now, settings()) };
  }
}

/** An order for which the first reminder is due. */
function inventedOrder(now: number, { alertDays: [days = 1] }: Settings): OrderRow {
  return {
    ...unknownRow('', { kind: 'pull', connectionId: '', rid: '' }),
    alias: 'www.example.com',
    notBefore: now,
    notAfter: now + days * DAY_MS,
    notAfterSource: 'certificate',
    lastConfirmedAt: now,
    lastAttemptAt: now,
  };
}
