import { createHmac, hash } from 'node:crypto';
import type { ReceiverOutcome, SelfTestReport } from '#shared/domain/receiver.ts';
import type { AppError, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { HookDirectory } from '../hooks/hook.ts';
import { SELF_TEST_HEADER, type SelfTestRegistry } from './selfTestRegistry.ts';
import { type Arrival, SERVICE_WAITS_MS, selfTestReport, unsentReport } from './selfTestReport.ts';
import { sendTrip, type TripPorts } from './selfTestRequest.ts';

export interface SelfTestPorts extends TripPorts {
  readonly hooks: Pick<HookDirectory, 'find' | 'secretsOf'>;
  /** Unguessable: who knew the id of a test under way could put words into its report. */
  readonly newId: () => string;
}

/** A test under way. */
interface Run {
  readonly hookId: string;
  readonly bodySha256: string;
  isMatched: boolean;
  arrival: Arrival | null;
}

/**
 * Sends a signed delivery without a certificate to the public address of a hook, and says how far it came. The handler
 * knows it by its body, which nobody else can have; it is kept nowhere. What is known of a test is forgotten when it
 * ends.
 */
export class SelfTest implements SelfTestRegistry {
  readonly #ports: SelfTestPorts;
  readonly #runs = new Map<string, Run>();

  constructor(ports: SelfTestPorts) {
    this.#ports = ports;
  }

  /** @param request `url`: what the person typed; `https` unless it says otherwise. Every expected error is in the report. */
  async run({ hookId, url }: { readonly hookId: string; readonly url: string }): Promise<SelfTestReport> {
    const target = parsePublicUrl(url);
    if (!target.ok) return unsentReport(target.error);
    const secrets = await this.#secretsOf(hookId);
    if (!secrets.ok) return unsentReport(secrets.error);
    const { newId, clock } = this.#ports;
    const id = newId();
    const body = Buffer.from(JSON.stringify({ ssl: 'NotAfter self-test', nonce: newId() }));
    const run: Run = { hookId, bodySha256: hash('sha256', body, 'hex'), isMatched: false, arrival: null };
    this.#runs.set(id, run);
    try {
      const timestamp = String(Math.floor(clock.now() / 1000));
      const headers = {
        'content-type': 'application/json',
        'z-timestamp': timestamp,
        'z-token': createHmac('sha256', secrets.value).update(timestamp).digest('hex'),
        [SELF_TEST_HEADER]: id,
      };
      const request = { url: target.value, headers, body, limitMs: SERVICE_WAITS_MS };
      const trip = await sendTrip(request, this.#ports);
      return selfTestReport(trip, run.arrival, hookId);
    } finally {
      this.#runs.delete(id);
    }
  }

  /** Each test matches once: a copy of it is a delivery like any other. */
  match(hookId: string, bodySha256: string): boolean {
    for (const run of this.#runs.values()) {
      if (run.hookId !== hookId || run.bodySha256 !== bodySha256) continue;
      const isFirst = !run.isMatched;
      run.isMatched = true;
      return isFirst;
    }
    return false;
  }

  observe(outcome: ReceiverOutcome, hookId: string | null, selfTestId: string | null): void {
    const run = selfTestId === null ? undefined : this.#runs.get(selfTestId);
    // A way that doubles requests may bring it twice: that it was accepted once is what counts.
    if (run !== undefined && (run.arrival === null || outcome.kind === 'selfTest'))
      run.arrival = { outcome, hookId };
  }

  async #secretsOf(hookId: string): Promise<Result<string>> {
    const { hooks } = this.#ports;
    if (hooks.find(hookId) === null) return err({ kind: 'unknownId' });
    const secrets = await hooks.secretsOf(hookId);
    if (!secrets.ok) return secrets;
    const [first] = secrets.value;
    return first === undefined ? err({ kind: 'secretMissing' }) : ok(first);
  }
}

/** Reads the address that the person gave to the service. Plain HTTP is theirs to choose: the report is no worse for it. */
function parsePublicUrl(text: string): Result<URL> {
  const trimmed = text.trim();
  if (trimmed === '') return err(invalid('empty'));
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(withScheme);
  if (url === null || !/^https?:$/u.test(url.protocol)) return err(invalid('notAUrl'));
  if (url.username !== '' || url.password !== '') return err(invalid('credentialsInUrl'));
  return ok(url);
}

function invalid(reason: InputReason): AppError {
  return { kind: 'invalidInput', field: 'publicUrl', reason };
}
