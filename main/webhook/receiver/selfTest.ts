import { createHmac, hash } from 'node:crypto';
import { RateLimit } from '#main/platform/rateLimit.ts';
import { isLoopbackHost } from '#shared/domain/loopback.ts';
import type {
  ReceiverOutcome,
  SelfTestError,
  SelfTestReport,
  SelfTestStep,
} from '#shared/domain/receiver.ts';
import type { AppError, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { HookService } from '../hooks/hookService.ts';
import type { PathTrace, PathTracePorts } from './pathTrace.ts';
import { SELF_TEST_HEADER } from './rawHeaders.ts';

export interface SelfTestPorts extends PathTracePorts {
  readonly hooks: Pick<HookService, 'find' | 'secretsOf'>;
  /** Asks the user whether a test of a hook may be sent to this host. Errors: those of `AskConsent`. */
  readonly confirmHost: (
    target: Readonly<Record<'host' | 'port' | 'protocol' | 'hook', string>>,
  ) => Promise<Result<null>>;
  /** See `ReceiverStatus.isAt`. */
  readonly isOwn: (host: string, port: number) => boolean;
  /** Unguessable: test secrets are made of it, and with a test's id a stranger could falsify the report. */
  readonly newId: () => string;
}

/** A test in flight. */
interface Run {
  readonly hookId: string;
  /** Signs this test only, so that no signature of the hook leaves this computer. */
  readonly secret: string;
  readonly bodySha256: string;
  isMatched: boolean;
  arrival: Arrival | null;
}

/** Tests per minute. The limit keeps the test from being misused to send requests to other hosts. */
const TESTS = 6;
const TESTS_WITHIN_MS = 60_000;

/**
 * Sends a signed delivery without a certificate to the public address of a hook, and reports how far it got. The test
 * uses a separate secret, which the handler accepts for this test's body only and which is never stored. Asks the user
 * before the first test of a hook is sent to a host.
 */
export class SelfTest {
  readonly #ports: SelfTestPorts;
  readonly #runs = new Map<string, Run>();
  readonly #limit: RateLimit;
  /** Hooks with the hosts that the user agreed to since the start of the app. */
  readonly #confirmed = new Set<string>();
  #isBusy = false;

  constructor(ports: SelfTestPorts) {
    this.#ports = ports;
    this.#limit = new RateLimit(TESTS, TESTS_WITHIN_MS, ports.clock);
  }

  /** Gives a report that includes every expected error. `url`: as the user typed it. */
  async run({ hookId, url }: { readonly hookId: string; readonly url: string }): Promise<SelfTestReport> {
    if (this.#isBusy) return unsentReport({ kind: 'busy' });
    this.#isBusy = true;
    try {
      const target = await this.#permit(hookId, url);
      return target.ok ? await this.#send(hookId, target.value) : unsentReport(target.error);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Whether a request that is signed with a test's secret is that test itself. Each test matches once. */
  match(selfTestId: string | null, bodySha256: string): boolean {
    const run = this.#runOf(selfTestId);
    if (run === undefined || run.isMatched || run.bodySha256 !== bodySha256) return false;
    run.isMatched = true;
    return true;
  }

  /**
   * The secret of the test that is in flight to this hook, or `null`. It signs nothing else.
   * @param selfTestId from the header; anyone may have written it
   */
  secretOf(hookId: string, selfTestId: string | null): string | null {
    const run = this.#runOf(selfTestId);
    return run?.hookId === hookId ? run.secret : null;
  }

  /** Records the outcome of a request with the self-test header, just before its answer goes out. */
  observe(outcome: ReceiverOutcome, hookId: string | null, selfTestId: string | null): void {
    const run = this.#runOf(selfTestId);
    // A proxy may duplicate the request: the accepted one counts.
    if (run !== undefined && (run.arrival === null || outcome.kind === 'selfTest'))
      run.arrival = { outcome, hookId };
  }

  #runOf(selfTestId: string | null): Run | undefined {
    return selfTestId === null ? undefined : this.#runs.get(selfTestId);
  }

  /** Checks the address, the hook and its secrets, the rate limit and the user's consent. */
  async #permit(hookId: string, url: string): Promise<Result<URL>> {
    const { hooks, isOwn, confirmHost } = this.#ports;
    const target = parsePublicUrl(url);
    if (!target.ok) return target;
    const hook = hooks.find(hookId);
    if (hook === null) return err({ kind: 'unknownId' });
    // Without them no delivery could be verified.
    const secrets = await hooks.secretsOf(hookId);
    if (!secrets.ok) return secrets;
    const limit = this.#limit.check();
    if (!limit.ok) return limit;
    const { protocol, hostname, port: given } = target.value;
    const port = given === '' ? (protocol === 'https:' ? '443' : '80') : given;
    const place = `${hookId} ${protocol}//${hostname}:${port}`;
    if (!this.#confirmed.has(place) && !isOwn(hostname, Number(port))) {
      const consent = await confirmHost({ host: hostname, port, protocol, hook: hook.name });
      if (!consent.ok) return consent;
      this.#confirmed.add(place);
    }
    const taken = this.#limit.take();
    return taken.ok ? target : taken;
  }

  async #send(hookId: string, url: URL): Promise<SelfTestReport> {
    const { newId, clock } = this.#ports;
    const id = newId();
    const body = Buffer.from(JSON.stringify({ ssl: 'NotAfter self-test', nonce: newId() }));
    const run: Run = {
      hookId,
      secret: newId(),
      bodySha256: hash('sha256', body, 'hex'),
      isMatched: false,
      arrival: null,
    };
    this.#runs.set(id, run);
    try {
      const timestamp = String(Math.floor(clock.now() / 1000));
      const headers = {
        'content-type': 'application/json',
        'z-timestamp': timestamp,
        'z-token': createHmac('sha256', run.secret).update(timestamp).digest('hex'),
        [SELF_TEST_HEADER]: id,
      };
      const request = { url, headers, body, limitMs: SERVICE_WAITS_MS };
      const { tracePath } = await import('./pathTrace.ts');
      const trace = await tracePath(request, this.#ports);
      return selfTestReport(trace, run.arrival, hookId);
    } finally {
      this.#runs.delete(id);
    }
  }
}

/**
 * Parses the address that the user gave to the service. It must be `https`, because deliveries contain private keys;
 * plain HTTP is allowed for this computer, where a tunnel may start.
 */
function parsePublicUrl(text: string): Result<URL> {
  const trimmed = text.trim();
  if (trimmed === '') return err(invalid('empty'));
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`;
  const url = URL.parse(withScheme);
  if (url === null || !/^https?:$/u.test(url.protocol)) return err(invalid('notAUrl'));
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return err(invalid('httpsOnly'));
  if (url.username !== '' || url.password !== '') return err(invalid('credentialsInUrl'));
  return ok(url);
}

function invalid(reason: InputReason): AppError {
  return { kind: 'invalidInput', field: 'publicUrl', reason };
}

/** The service's timeout, in milliseconds (interface, section 8). */
const SERVICE_WAITS_MS = 15_000;

/** What the receiver did with the test delivery. */
interface Arrival {
  readonly outcome: ReceiverOutcome;
  /** The hook with the requested path, or `null`. */
  readonly hookId: string | null;
}

type Outcome = SelfTestStep['outcome'];
type Outcomes = readonly [path: Outcome, signature: Outcome, time: Outcome];

interface Conclusion {
  readonly outcomes: Outcomes;
  readonly error: SelfTestError | null;
}

async function unsentReport(error: AppError): Promise<SelfTestReport> {
  const { noSteps } = await import('./pathTrace.ts');
  return selfTestReport({ ...noSteps, status: null, error, ms: 0 }, null, '');
}

/** @param arrival `null`: the request never arrived */
function selfTestReport(trace: PathTrace, arrival: Arrival | null, hookId: string): SelfTestReport {
  const { name, connection, tls, exchange, status, ms } = trace;
  const { outcomes, error } = conclusionOf(trace, arrival, hookId);
  const [path, signature, time] = outcomes;
  const steps: readonly SelfTestStep[] = [
    { step: 'name', ...name },
    { step: 'connection', ...connection },
    { step: 'tls', ...tls },
    { step: 'path', outcome: path, ms: exchange.ms },
    { step: 'signature', outcome: signature, ms: null },
    { step: 'time', outcome: time, ms: time === 'notReached' ? null : ms },
  ];
  return { steps, status, ms, leftMs: SERVICE_WAITS_MS - ms, error };
}

function conclusionOf(trace: PathTrace, arrival: Arrival | null, hookId: string): Conclusion {
  if (trace.exchange.outcome === 'notReached') return { outcomes: nowhere, error: appError(trace) };
  if (arrival === null) return { outcomes: lost, error: strangerError(trace) };
  const { outcome } = arrival;
  if (outcome.kind !== 'refused') return acceptedConclusion(trace);
  const isHere = arrival.hookId === hookId;
  const { status } = trace;
  return {
    outcomes: isHere ? ['passed', 'failed', 'notReached'] : lost,
    error: status === null ? appError(trace) : { kind: 'refused', reason: outcome.reason, status },
  };
}

const nowhere: Outcomes = ['notReached', 'notReached', 'notReached'];
const lost: Outcomes = ['failed', 'notReached', 'notReached'];

/** The receiver answered 204: the sender must have received exactly that, in time. */
function acceptedConclusion(trace: PathTrace): Conclusion {
  if (trace.status === 204) return { outcomes: ['passed', 'passed', 'passed'], error: null };
  const isLate = trace.error?.kind === 'timeout';
  return {
    outcomes: ['passed', 'passed', 'failed'],
    error: isLate ? appError(trace) : { kind: 'answerChanged', status: trace.status },
  };
}

function strangerError(trace: PathTrace): SelfTestError | null {
  const { status } = trace;
  if (status === null) return appError(trace);
  return { kind: status >= 300 && status < 400 ? 'redirected' : 'answeredElsewhere', status };
}

function appError({ error }: PathTrace): SelfTestError | null {
  return error === null ? null : { kind: 'app', error };
}
