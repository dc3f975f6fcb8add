import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AddressBlocks, canonicalIp } from '#main/platform/addressBlocks.ts';
import { errorName, stackSummary } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { Clock, Scheduler } from '#main/platform/time.ts';
import type { ReceiverOutcome } from '#shared/domain/receiver.ts';
import type { ReceiverConfig } from '#shared/domain/receiverConfig.ts';
import type { HookService } from '../hooks/hookService.ts';
import type { DeliveryIngest } from '../inbox/deliveryIngest.ts';
import { answerBytes, outcomeOf, refused, statusOf } from './answers.ts';
import type { ConnectionSlots } from './connectionSlots.ts';
import { Exchange, exchangeOn, lingerThenDestroy, readBody, type Settlement } from './exchange.ts';
import {
  type BodyClaim,
  checkAddressing,
  checkBodyClaim,
  checkSignature,
  type SignedClaim,
  tooLarge,
} from './headCheck.ts';
import { readPayload } from './payload.ts';
import { readHead } from './rawHeaders.ts';
import type { ReceiverLog } from './receiverLog.ts';
import { createRules, type RequestRules } from './requestRules.ts';
import type { SelfTest } from './selfTest.ts';

export interface DeliveryHandlerPorts {
  readonly hooks: Pick<HookService, 'byPath' | 'secretsOf'>;
  readonly ingest: Pick<DeliveryIngest, 'keep'>;
  readonly config: () => ReceiverConfig;
  readonly listening: () => { readonly address: string; readonly port: number } | null;
  readonly clock: Clock;
  /** Gets the sender's time (Unix ms) from each delivery whose signature is right. */
  readonly heardTime: (at: number) => void;
  readonly scheduler: Scheduler;
  readonly slots: ConnectionSlots;
  readonly log: Pick<ReceiverLog, 'add'>;
  readonly selfTests: Pick<SelfTest, 'secretOf' | 'match' | 'observe'>;
  readonly logger: Logger;
}

/** Node's codes for a request, its head or a TLS handshake that took too long. */
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['ERR_HTTP_REQUEST_TIMEOUT', 'ERR_TLS_HANDSHAKE_TIMEOUT']);

/** The connection is already gone. */
const UNKNOWN_SENDER = '?';

/**
 * Handles every request: checks it (interface, sections 4.2 and 5), reads it, and passes verified deliveries to the
 * inbox. The outcome is logged before the answer is sent.
 */
export class DeliveryHandler {
  readonly #ports: DeliveryHandlerPorts;
  readonly #rules: () => RequestRules;

  constructor(ports: DeliveryHandlerPorts) {
    this.#ports = ports;
    this.#rules = createRules(ports.config, ports.listening);
  }

  clientError(error: Error, socket: Duplex): void {
    const code = 'code' in error ? String(error.code) : error.name;
    const isTimeout = TIMEOUT_CODES.has(code);
    const exchange = exchangeOn(socket);
    if (exchange !== undefined) {
      if (isTimeout) exchange.expire();
      else exchange.broken(code);
      return;
    }
    if (code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const outcome = refused(isTimeout ? { kind: 'slow' } : { kind: 'badRequest', code });
    const status = socket.writable ? statusOf(outcome) : null;
    const from = socket instanceof Socket ? canonicalIp(socket.remoteAddress ?? '') : null;
    this.#log(null, from ?? UNKNOWN_SENDER, status, outcome);
    if (status === null || !(socket instanceof Socket)) {
      socket.destroy();
      return;
    }
    socket.end(answerBytes(status));
    lingerThenDestroy(socket, this.#ports.scheduler);
  }

  /** Sends an expected `100 Continue` only after the head was accepted. */
  handle(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const { socket, method, url, httpVersion: version } = request;
    // The first answer closes the connection, so that a pipelined request could not be answered.
    if (exchangeOn(socket) !== undefined) return;
    const { hooks, scheduler } = this.#ports;
    const head = readHead(request.rawHeaders);
    const rules = this.#rules();
    const peer = canonicalIp(socket.remoteAddress ?? '');
    const sender = peer === null ? null : senderAddress(peer, head.forwardedFor, rules.proxies);
    const hook = url === undefined ? null : hooks.byPath(pathOf(url));
    const from = sender ?? peer ?? UNKNOWN_SENDER;
    const exchange = new Exchange({ request, head, hook, from }, scheduler, this.#settled);
    const local = () => canonicalIp(socket.localAddress ?? '');
    const claim = checkAddressing({ version, method, hook, head, sender, local }, rules);
    if (!claim.ok) {
      exchange.refuse(claim.error);
      return;
    }
    hooks
      .secretsOf(claim.value.hook.id)
      .then((secrets) => {
        if (exchange.isSettled) return;
        if (!secrets.ok) {
          exchange.refuse({ kind: 'secretsUnreadable', error: secrets.error });
          return;
        }
        const ofTest = this.#ports.selfTests.secretOf(claim.value.hook.id, head.selfTestId);
        this.#verify(exchange, claim.value, ofTest === null ? secrets.value : [ofTest], () => {
          if (expectsContinue) response.writeContinue();
        });
      })
      .catch((bug: unknown) => this.#broken(exchange, bug));
  }

  #verify(exchange: Exchange, claim: SignedClaim, secrets: readonly string[], goOn: () => void): void {
    const { request, head } = exchange.facts;
    const { slots, clock } = this.#ports;
    const refusal = checkSignature(claim, secrets, this.#rules().maxSkewSeconds, clock.now());
    if (refusal !== null) {
      exchange.refuse(refusal);
      return;
    }
    const body = checkBodyClaim(claim, head);
    if (!body.ok) {
      exchange.refuse(body.error);
      return;
    }
    const giveUp = () => exchange.refuse({ kind: 'flood' });
    if (!slots.signed(request.socket, giveUp)) {
      giveUp();
      return;
    }
    goOn();
    const reading = readBody(request, body.value.most, {
      grew: (bytes) => slots.holds(request.socket, bytes),
      done: (bytes) => {
        slots.keeping(request.socket);
        exchange.enter('keeping');
        // Trailers could contradict the verified head, for instance with another token (RFC 9110, section 6.5).
        if (request.rawTrailers.length > 0) {
          exchange.refuse({ kind: 'badRequest', code: 'UNEXPECTED_TRAILER' });
          return;
        }
        try {
          this.#keep(exchange, claim, body.value, bytes);
        } catch (bug) {
          this.#broken(exchange, bug);
        }
      },
      tooLarge: () => exchange.refuse(tooLarge),
    });
    exchange.enter('body', reading);
  }

  #keep(exchange: Exchange, { hook, timestamp, token }: SignedClaim, body: BodyClaim, bytes: Buffer): void {
    const { ingest, clock, heardTime, selfTests } = this.#ports;
    const bodySha256 = hash('sha256', bytes, 'hex');
    const { selfTestId } = exchange.facts.head;
    if (selfTests.secretOf(hook.id, selfTestId) !== null) {
      // The secret of a self-test is valid for that test only.
      if (selfTests.match(selfTestId, bodySha256)) exchange.settle({ kind: 'selfTest' });
      else exchange.refuse({ kind: 'signature' });
      return;
    }
    heardTime(Number(timestamp) * 1000);
    const read = readPayload(bytes, body.encoding);
    if (!read.ok) {
      exchange.refuse(read.error);
      return;
    }
    const orderName = read.value.ssl;
    ingest
      .keep({
        hookId: hook.id,
        receivedAt: clock.now(),
        timestamp,
        token,
        bodySha256,
        bodyBytes: bytes.length,
        fields: read.value,
      })
      .then((kept) => exchange.settle(outcomeOf(kept, orderName)))
      .catch((bug: unknown) => this.#broken(exchange, bug));
  }

  readonly #settled = ({ exchange, outcome, status }: Settlement): void => {
    const { selfTests, slots } = this.#ports;
    const { request, head, hook, from } = exchange.facts;
    slots.settled(request.socket);
    const hookId = hook?.id ?? null;
    if (head.selfTestId !== null) selfTests.observe(outcome, hookId, head.selfTestId);
    this.#log(hookId, from, status, outcome);
  };

  #log(hookId: string | null, from: string, status: number | null, outcome: ReceiverOutcome): void {
    const { log, clock } = this.#ports;
    log.add({ at: clock.now(), hookId, from, status, outcome });
  }

  /** Answers a request after a bug with a status that makes the sender retry, and logs where the bug was. */
  #broken(exchange: Exchange, bug: unknown): void {
    this.#ports.logger.error('A delivery could not be handled', {
      error: errorName(bug),
      place: stackSummary(bug),
    });
    exchange.refuse({ kind: 'notKept', error: { kind: 'busy' } });
  }
}

/** The path of a request target without the query, and without one trailing slash, which some tools add. */
function pathOf(target: string): string {
  const [path = ''] = target.split('?', 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

const BRACKETED = /^\[([^\]]*)\](?::[0-9]{1,5})?$/u;
const IPV4_WITH_PORT = /^([0-9.]+):[0-9]{1,5}$/u;

/**
 * The address of the sender: the connection's other end (`peer`, canonical) or, if that is a trusted proxy, the
 * rightmost hop in `X-Forwarded-For` that is not one. Hops further left can be forged. `null`: a hop is no IP address.
 */
export function senderAddress(
  peer: string,
  forwardedFor: string | null,
  proxies: AddressBlocks,
): string | null {
  if (forwardedFor === null || proxies.isEmpty || !proxies.has(peer)) return peer;
  const hops = forwardedFor.split(',');
  let sender = peer;
  for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
    const address = hopAddress(hop.trim());
    if (address === null) return null;
    sender = address;
    if (!proxies.has(sender)) break;
  }
  return sender;
}

/** Some proxies add the port, and then write IPv6 addresses in brackets. */
function hopAddress(hop: string): string | null {
  return canonicalIp(BRACKETED.exec(hop)?.[1] ?? IPV4_WITH_PORT.exec(hop)?.[1] ?? hop);
}
