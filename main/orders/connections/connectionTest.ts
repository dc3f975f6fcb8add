import type { RateLimit } from '#main/platform/rateLimit.ts';
import type { CertificateMaterial } from '#main/x509/material.ts';
import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import type { CertificateFacts } from '#shared/domain/certificate.ts';
import type {
  ConnectionTestReport,
  ConnectionTestStep,
  ConnectionTrial,
  FoundCertificate,
  TriedRid,
} from '#shared/domain/connection.ts';
import { orderTitle } from '#shared/domain/order.ts';
import { ridRefusal } from '#shared/domain/rids.ts';
import type { AppError } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { parseAccessToken } from './accessToken.ts';
import type { Service } from './connection.ts';
import type { ConnectionDraft } from './connectionDraft.ts';
import type { ConnectionService } from './connectionService.ts';
import type { ConnectionTokens } from './connectionTokens.ts';
import type { CreateMaterialClient } from './materialSource.ts';
import { isSameService, serviceOf } from './sameService.ts';

export interface ConnectionTestRequest extends ConnectionDraft {
  /** The stored connection that the draft edits, or `null` for a new one. */
  readonly id: string | null;
  /** The entered token, or `null` for the stored one of `id`. */
  readonly token: string | null;
  /** The rid to request; empty: a known order of `id`, if any. */
  readonly rid: string;
}

export interface ConnectionTrialRequest extends ConnectionDraft {
  readonly token: string;
  readonly rids: readonly string[];
}

export interface ConnectionTestPorts {
  readonly connections: Pick<ConnectionService, 'find' | 'resolveCa' | 'confirmCa'>;
  readonly tokens: Pick<ConnectionTokens, 'get'>;
  readonly createClient: CreateMaterialClient;
  readonly readLeaf: (material: CertificateMaterial) => Result<CertificateFacts>;
  readonly knownRid: (connectionId: string) => string | null;
  readonly newId: () => string;
}

/** Maximum tests at the same time. */
const TESTS_AT_ONCE = 2;
/** Requests of one trial at the same time. */
const TRIED_AT_ONCE = 4;

type NotNeeded = ReadonlySet<ConnectionTestStep['step']>;

interface Target {
  readonly baseUrl: string;
  readonly extraCaPem: string | null;
  readonly token: string;
}

/** Requests one rid as a draft describes it, and reports each step. Nothing is stored. */
export class ConnectionTest {
  readonly #ports: ConnectionTestPorts;
  #running = 0;
  #trial = new AbortController();

  constructor(ports: ConnectionTestPorts) {
    this.#ports = ports;
  }

  /**
   * Never rejects: expected errors are in the report.
   * @param signal ends the test early, as a timeout if it is one
   * @param limit of all requests to addresses that the page names
   */
  async run(
    request: ConnectionTestRequest,
    signal: AbortSignal,
    limit: Pick<RateLimit, 'take'>,
  ): Promise<ConnectionTestReport> {
    const target = await this.#targetOf(request);
    if (!target.ok) return failedReport(target.error, new Set());
    if (this.#running >= TESTS_AT_ONCE) return failedReport({ kind: 'busy' }, new Set());
    const taken = limit.take();
    if (!taken.ok) return failedReport(taken.error, new Set());
    this.#running += 1;
    try {
      return await this.#ask(request, target.value, signal);
    } finally {
      this.#running -= 1;
    }
  }

  /**
   * Requests rids of a connection that is not stored, until one of them shows that the connection itself does not work.
   * Without rids the token alone is checked. Ends the trial before it. Never rejects. Signal and limit as for `run`.
   */
  async tryRids(
    request: ConnectionTrialRequest,
    signal: AbortSignal,
    limit: Pick<RateLimit, 'take'>,
  ): Promise<ConnectionTrial> {
    this.#trial.abort();
    this.#trial = new AbortController();
    const either = AbortSignal.any([signal, this.#trial.signal]);
    const target = await this.#targetOf({ ...request, id: null });
    if (!target.ok) return failedTrial(target.error);
    const taken = limit.take();
    if (!taken.ok) return failedTrial(taken.error);
    if (request.rids.length === 0) {
      const { error } = await this.#askWithoutRid(target.value, either, new Set());
      return error === null ? { failed: null, results: [] } : failedTrial(error);
    }
    return await this.#tryEach(request.rids, target.value, either);
  }

  async #tryEach(rids: readonly string[], target: Target, signal: AbortSignal): Promise<ConnectionTrial> {
    const results: TriedRid[] = [];
    const waiting = [...rids];
    let failed: ConnectionTrial['failed'] = null;
    const work = async () => {
      for (let rid = waiting.shift(); rid !== undefined; rid = waiting.shift()) {
        const answer = await this.#find(rid, target, signal);
        const step = answer.ok ? null : proofOf(answer.error).failed;
        if (!answer.ok && step !== null && isOfConnection(step)) {
          failed ??= { step, error: answer.error };
          waiting.length = 0;
        } else results.push({ rid, answer });
      }
    };
    await Promise.all(Array.from({ length: TRIED_AT_ONCE }, work));
    return { failed, results };
  }

  async #ask(
    request: ConnectionTestRequest,
    target: Target,
    signal: AbortSignal,
  ): Promise<ConnectionTestReport> {
    const notNeeded: NotNeeded = new Set(target.baseUrl.startsWith('http:') ? ['tls'] : []);
    const rid = request.rid.trim() || (request.id === null ? null : this.#ports.knownRid(request.id));
    if (rid === null) return await this.#askWithoutRid(target, signal, notNeeded);
    const found = await this.#find(rid, target, signal);
    return found.ok ? passedReport(found.value, notNeeded) : failedReport(found.error, notNeeded);
  }

  async #find(rid: string, target: Target, signal: AbortSignal): Promise<Result<FoundCertificate>> {
    if (ridRefusal(rid) !== null) return err({ kind: 'invalidInput', field: 'rid', reason: 'malformed' });
    const material = await this.#fetch(rid, target, signal);
    if (!material.ok) return material;
    const read = this.#ports.readLeaf(material.value);
    if (!read.ok) return read;
    const leaf = read.value;
    const title = orderTitle({
      alias: null,
      serviceName: material.value.name,
      commonName: leaf.commonName,
      domains: leaf.subjectAltNames,
      source: { kind: 'pull', connectionId: '', rid },
    });
    return ok({ title, notAfter: leaf.notAfter, fingerprint256: leaf.fingerprint256 });
  }

  /** A rid that cannot exist: if the service says so, and not that the token is wrong, it has accepted the token. */
  async #askWithoutRid(
    target: Target,
    signal: AbortSignal,
    notNeeded: NotNeeded,
  ): Promise<ConnectionTestReport> {
    const material = await this.#fetch(`connection-test-${this.#ports.newId()}`, target, signal);
    if (!material.ok && material.error.kind !== 'unknownRid') return failedReport(material.error, notNeeded);
    return passedReport(null, new Set([...notNeeded, 'rid', 'material']));
  }

  async #fetch(rid: string, target: Target, signal: AbortSignal): Promise<Result<CertificateMaterial>> {
    const { baseUrl, extraCaPem, token } = target;
    const client = this.#ports.createClient({ baseUrl, extraCaPem });
    try {
      const { material } = await client.latest(rid, token, { withKey: false, signal });
      const isOutOfTime = !material.ok && material.error.kind === 'cancelled' && isTimeout(signal);
      return isOutOfTime ? err({ kind: 'timeout', phase: 'total' }) : material;
    } finally {
      await client.dispose();
    }
  }

  async #targetOf(request: Omit<ConnectionTestRequest, 'rid'>): Promise<Result<Target>> {
    const baseUrl = parseBaseUrl(request.baseUrl);
    if (!baseUrl.ok) return err({ kind: 'invalidInput', field: 'baseUrl', reason: baseUrl.error });
    const { id } = request;
    // An entered token goes only to who has a certificate of a CA that the user chose.
    const isKept = request.ca.kind === 'keep' && id !== null;
    const confirmed = isKept ? await this.#ports.connections.confirmCa(id) : ok(null);
    if (!confirmed.ok) return confirmed;
    const ca = this.#ports.connections.resolveCa(request.ca, id);
    if (!ca.ok) return ca;
    const service = { baseUrl: baseUrl.value, caPem: ca.value?.pem ?? null };
    const token = await this.#tokenOf(request, service);
    if (!token.ok) return token;
    return ok({ baseUrl: service.baseUrl, extraCaPem: service.caPem, token: token.value });
  }

  async #tokenOf(
    request: Pick<ConnectionTestRequest, 'id' | 'token'>,
    service: Service,
  ): Promise<Result<string, AppError>> {
    if (request.token !== null) {
      const token = parseAccessToken(request.token);
      return token.ok ? token : err({ kind: 'invalidInput', field: 'token', reason: token.error });
    }
    const stored = request.id === null ? null : this.#ports.connections.find(request.id);
    // A stored token is sent only to the service it was entered for, also in a test.
    if (stored === null || !isSameService(serviceOf(stored), service)) return err({ kind: 'tokenMissing' });
    return await this.#ports.tokens.get(stored);
  }
}

/** Whether a signal was aborted by a timeout (`AbortSignal.timeout`), not by a caller. */
function isTimeout(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}

type Step = ConnectionTestStep['step'];
type Outcome = ConnectionTestStep['outcome'];

const order = ['address', 'reach', 'tls', 'token', 'rid', 'material'] as const satisfies readonly Step[];

function passedReport(
  found: ConnectionTestReport['found'],
  notNeeded: ReadonlySet<Step>,
): ConnectionTestReport {
  return { steps: stepsBy((step) => (notNeeded.has(step) ? 'notNeeded' : 'passed')), error: null, found };
}

/** The report of a test that ended with an error: the steps before it passed, one failed, the rest is open. */
function failedReport(error: AppError, notNeeded: ReadonlySet<Step>): ConnectionTestReport {
  const { passed, failed } = proofOf(error);
  const steps = stepsBy((step) => {
    if (step === failed) return 'failed';
    if (notNeeded.has(step)) return 'notNeeded';
    return passed.includes(step) ? 'passed' : 'notReached';
  });
  return { steps, error, found: null };
}

function failedTrial(error: AppError): ConnectionTrial {
  return { failed: { step: proofOf(error).failed, error }, results: [] };
}

/** Whether a failure at this step is one of the connection, and not of a single rid. */
function isOfConnection(step: Step): boolean {
  return step !== 'rid' && step !== 'material';
}

function stepsBy(outcomeOf: (step: Step) => Outcome): ConnectionTestStep[] {
  return order.map((step) => ({ step, outcome: outcomeOf(step) }));
}

interface Proof {
  readonly passed: readonly Step[];
  readonly failed: Step;
}

const answered: readonly Step[] = ['address', 'reach', 'tls'];

/** What an error says about the steps. An answer that is not from the Open API says nothing about token and rid. */
function proofOf(error: AppError): Proof {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'offline':
      return { passed: ['address'], failed: 'reach' };
    case 'tls':
      return { passed: ['address', 'reach'], failed: 'tls' };
    case 'tokenMissing':
    case 'keychainLocked':
    case 'keychainDenied':
    case 'keychainTimedOut':
    case 'keychainUnavailable':
      return { passed: ['address'], failed: 'token' };
    case 'unauthorized':
      return { passed: answered, failed: 'token' };
    case 'unknownRid':
      return { passed: [...answered, 'token'], failed: 'rid' };
    case 'tooLarge':
    case 'invalidMaterial':
      return { passed: [...answered, 'token', 'rid'], failed: 'material' };
    case 'rateLimited':
    case 'serverError':
    case 'unexpectedStatus':
    case 'redirected':
    case 'invalidResponse':
      return { passed: answered, failed: 'material' };
    case 'invalidInput':
      return proofOfInput(error.field);
    default:
      // Errors of deliveries and of the app itself, which do not occur in a test.
      return { passed: [], failed: 'address' };
  }
}

function proofOfInput(field: Extract<AppError, { readonly kind: 'invalidInput' }>['field']): Proof {
  if (field === 'token') return { passed: ['address'], failed: 'token' };
  if (field === 'rid') return { passed: ['address'], failed: 'rid' };
  return { passed: [], failed: 'address' };
}
