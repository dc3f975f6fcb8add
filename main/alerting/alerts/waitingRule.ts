import type { Clock } from '#main/platform/time.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule } from './alert.ts';
import type { AlertLedger, LedgerEntry } from './alertLedger.ts';

export interface WaitingRulePorts {
  readonly clock: Clock;
  readonly ledger: AlertLedger;
  /** Deliveries without a final verdict, oldest first. */
  readonly waiting: () => readonly DeliveryView[];
}

/** Delay of the alert for a delivery that may be settled without the user. */
const GRACE_MS = 10 * MINUTE_MS;

/** Interval between alerts for unknown names: everyone who has seen a header pair can invent names. */
const UNKNOWN_EVERY_MS = HOUR_MS;

const WAITING = 'waiting';

/** Precision of the times in the ledger. */
const STEP_MS = 10 * MINUTE_MS;

/** Deliveries that wait for the user, one alert each; those with unknown names together. */
export class WaitingRule implements AlertRule {
  readonly name = 'waiting';
  readonly #ports: WaitingRulePorts;
  /** Monotonic ms since when a delivery may be settled without the user, by id. */
  #graceSince = new Map<string, number>();
  /** Monotonic ms of the next alert for unknown names at the earliest; `null`: not read from the ledger yet. */
  #unknownAfter: number | null = null;
  #isHoldingUnknown = false;

  constructor(ports: WaitingRulePorts) {
    this.#ports = ports;
  }

  evaluate(now: number): Alert[] {
    const alerts: Alert[] = [];
    const unknown: DeliveryView[] = [];
    const graceSince = new Map<string, number>();
    for (const delivery of this.#ports.waiting()) {
      if (isEarly(delivery) || this.#ports.ledger.has(entryOf(delivery))) continue;
      if (isUnknown(delivery)) unknown.push(delivery);
      else if (!mayPass(delivery) || this.#isOverdue(delivery, graceSince)) {
        const event = { kind: 'deliveryWaits', count: 1, first: delivery } as const;
        alerts.push({ event, entries: [entryOf(delivery)] });
      }
    }
    this.#graceSince = graceSince;
    const [first] = unknown;
    const steadyNow = this.#ports.clock.monotonic();
    this.#isHoldingUnknown = first !== undefined && steadyNow < this.#earliestUnknown(now, steadyNow);
    if (first !== undefined && !this.#isHoldingUnknown) {
      const event = { kind: 'deliveryWaits', count: unknown.length, first } as const;
      const onShown = () => {
        this.#unknownAfter = this.#ports.clock.monotonic() + UNKNOWN_EVERY_MS;
      };
      alerts.push({ event, entries: [...unknown.map(entryOf), alertedAt(now)], onShown });
    }
    return alerts;
  }

  holds({ subject, threshold }: LedgerEntry): boolean {
    return threshold === WAITING && this.#ports.waiting().some(({ id }) => id === subject);
  }

  isHolding(): boolean {
    return this.#isHoldingUnknown || this.#graceSince.size > 0;
  }

  #isOverdue({ id }: DeliveryView, graceSince: Map<string, number>): boolean {
    const steadyNow = this.#ports.clock.monotonic();
    const since = this.#graceSince.get(id) ?? steadyNow;
    graceSince.set(id, since);
    return steadyNow - since >= GRACE_MS;
  }

  /** The previous session may have alerted within the hour: the ledger has the time. */
  #earliestUnknown(now: number, steadyNow: number): number {
    if (this.#unknownAfter !== null) return this.#unknownAfter;
    const { ledger } = this.#ports;
    let waitMs = 0;
    for (let ago = UNKNOWN_EVERY_MS; ago >= 0; ago -= STEP_MS) {
      if (ledger.has(alertedAt(now - ago))) waitMs = UNKNOWN_EVERY_MS - ago;
    }
    this.#unknownAfter = steadyNow + waitMs;
    return this.#unknownAfter;
  }
}

function isUnknown({ verdict }: DeliveryView): boolean {
  return verdict.kind === 'waiting' && verdict.reason.kind === 'unknownName';
}

/** Nothing but time is missing: it is judged again when its certificate is valid. */
function isEarly({ verdict }: DeliveryView): boolean {
  return verdict.kind === 'waiting' && verdict.reason.kind === 'notYetValid';
}

/** The service may be down, or its API may return the new leaf a little after the delivery. */
function mayPass({ verdict }: DeliveryView): boolean {
  if (verdict.kind !== 'waiting') return true;
  return verdict.reason.kind === 'notAsked' || verdict.reason.kind === 'leafDiffers';
}

function entryOf({ id }: DeliveryView): LedgerEntry {
  return { subject: id, threshold: WAITING };
}

/** @param at Unix ms */
function alertedAt(at: number): LedgerEntry {
  return { subject: 'unknownNames', threshold: `told:${Math.floor(at / STEP_MS)}` };
}
