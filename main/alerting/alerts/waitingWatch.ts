import type { Clock } from '#main/platform/time.ts';
import type { DeliveryView } from '#shared/domain/delivery.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/thresholds.ts';
import type { Alert, AlertRule } from './alert.ts';
import type { AlertLedger, LedgerEntry } from './alertLedger.ts';

export interface WaitingWatchPorts {
  readonly clock: Clock;
  readonly ledger: AlertLedger;
  /** Deliveries that are not settled, those that the service is being asked about too; oldest first. */
  readonly waiting: () => readonly DeliveryView[];
}

/** What the service, or the network, may settle by itself is told after so long. */
const PATIENCE_MS = 10 * MINUTE_MS;

/** Anybody who has seen a header pair can make up names: they are told together, at most this often. */
const UNKNOWN_EVERY_MS = HOUR_MS;

/** What the ledger keeps of when unknown names were told is as exact as this. */
const STEP_MS = 10 * MINUTE_MS;

/** Tells of deliveries that wait for a person, each once. */
export class WaitingWatch implements AlertRule {
  readonly name = 'waiting';
  readonly #ports: WaitingWatchPorts;
  /** Monotonic milliseconds since when a delivery is waited for in patience, by id. */
  #patient = new Map<string, number>();
  /** Monotonic ms before which no unknown name is told; `null` before the ledger was asked. */
  #unknownAfter: number | null = null;

  constructor(ports: WaitingWatchPorts) {
    this.#ports = ports;
  }

  /** @param now Unix ms */
  due(now: number): Alert[] {
    const alerts: Alert[] = [];
    const unknown: DeliveryView[] = [];
    const patient = new Map<string, number>();
    for (const delivery of this.#ports.waiting()) {
      if (this.#ports.ledger.has(entryOf(delivery))) continue;
      if (isUnknown(delivery)) unknown.push(delivery);
      else if (!mayPass(delivery) || this.#isOverdue(delivery, patient)) {
        const news = { kind: 'deliveryWaits', count: 1, first: delivery } as const;
        alerts.push({ news, entries: [entryOf(delivery)] });
      }
    }
    this.#patient = patient;
    const [first] = unknown;
    const steadyNow = this.#ports.clock.monotonic();
    if (first !== undefined && steadyNow >= this.#earliestUnknown(now, steadyNow)) {
      const news = { kind: 'deliveryWaits', count: unknown.length, first } as const;
      const told = () => {
        this.#unknownAfter = this.#ports.clock.monotonic() + UNKNOWN_EVERY_MS;
      };
      alerts.push({ news, entries: [...unknown.map(entryOf), toldAt(now)], told });
    }
    return alerts;
  }

  #isOverdue({ id }: DeliveryView, patient: Map<string, number>): boolean {
    const steadyNow = this.#ports.clock.monotonic();
    const since = this.#patient.get(id) ?? steadyNow;
    patient.set(id, since);
    return steadyNow - since >= PATIENCE_MS;
  }

  /** A former session may have told of some within the hour: the ledger knows. */
  #earliestUnknown(now: number, steadyNow: number): number {
    if (this.#unknownAfter !== null) return this.#unknownAfter;
    const { ledger } = this.#ports;
    let waitMs = 0;
    for (let ago = UNKNOWN_EVERY_MS; ago >= 0; ago -= STEP_MS) {
      if (ledger.has(toldAt(now - ago))) waitMs = UNKNOWN_EVERY_MS - ago;
    }
    this.#unknownAfter = steadyNow + waitMs;
    return this.#unknownAfter;
  }
}

function isUnknown({ verdict }: DeliveryView): boolean {
  return verdict.kind === 'waiting' && verdict.reason.kind === 'unknownName';
}

/** The service may be down, or give the new leaf a little later than it delivered it. */
function mayPass({ verdict }: DeliveryView): boolean {
  if (verdict.kind !== 'waiting') return true;
  return verdict.reason.kind === 'notAsked' || verdict.reason.kind === 'leafDiffers';
}

function entryOf({ id }: DeliveryView): LedgerEntry {
  return { subject: id, threshold: 'waiting' };
}

/** @param at Unix ms */
function toldAt(at: number): LedgerEntry {
  return { subject: 'unknownNames', threshold: `told:${Math.floor(at / STEP_MS)}` };
}
