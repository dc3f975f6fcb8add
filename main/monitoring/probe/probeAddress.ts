import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Disposable } from '#main/platform/disposable.ts';
import { codeOf } from '#main/platform/errors.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { beginTls, type ServedChain, type TlsWay } from '#main/platform/tlsClient.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { EndpointProtocol, ProbeError, ServedLeaf } from '#shared/domain/endpoint.ts';
import { connectFailure, dialogueFailure, handshakeFailure, refusal } from './probeFailures.ts';
import type { ServedLeaves } from './servedLeaves.ts';
import { type Dialogue, type DialogueEnd, DialogueRun } from './starttls/dialogue.ts';
import { dialogues } from './starttls/dialogues.ts';

type Phase = 'connect' | 'startTls' | 'handshake';

export type ProbeLimits = Readonly<Record<Phase, number>>;

/** In ms. */
export const probeLimits: ProbeLimits = { connect: 10_000, startTls: 10_000, handshake: 10_000 };

export interface AddressRequest {
  /** An IP literal. */
  readonly address: string;
  readonly port: number;
  readonly protocol: EndpointProtocol;
  /** The name for SNI that the certificate must cover: a DNS name, or an IP literal, which is not sent as SNI. */
  readonly name: string;
  readonly anchors: TrustAnchors;
  readonly signal: AbortSignal;
}

export interface AddressPorts {
  readonly scheduler: Scheduler;
  readonly leaves: ServedLeaves;
  readonly limits: ProbeLimits;
}

export type AddressOutcome =
  | { readonly kind: 'served'; readonly leaf: ServedLeaf }
  | { readonly kind: 'failed'; readonly error: ProbeError };

/**
 * Connects to one address, starts TLS as the protocol does, reads the served certificate, and disconnects. A
 * certificate counts even if the handshake fails afterwards. Sends nothing else. All sockets are closed when it
 * settles; rejects only with the signal's reason.
 * @param answered called when the connection is open
 */
export async function probeAddress(
  request: AddressRequest,
  ports: AddressPorts,
  answered: () => void = () => undefined,
): Promise<AddressOutcome> {
  request.signal.throwIfAborted();
  return await new RunningProbe(request, ports, answered).outcome;
}

class RunningProbe {
  readonly #request: AddressRequest;
  readonly #ports: AddressPorts;
  readonly #answered: () => void;
  readonly #settled = Promise.withResolvers<AddressOutcome>();
  readonly #giveUp = () => this.#hangUp();
  /** With STARTTLS, the plain socket under the TLS socket; it closes together with it. */
  #socket: Socket | null = null;
  #tls: TLSSocket | null = null;
  #phase: Phase = 'connect';
  #limit: Disposable;
  #isLate = false;
  #outcome: AddressOutcome | null = null;

  constructor(request: AddressRequest, ports: AddressPorts, answered: () => void) {
    this.#request = request;
    this.#ports = ports;
    this.#answered = answered;
    this.#limit = this.#limitOf('connect');
    request.signal.addEventListener('abort', this.#giveUp, { once: true });
    const dialogue = dialogues[request.protocol];
    if (dialogue === null) this.#connectTls();
    else this.#connectPlain(dialogue(request));
  }

  get outcome(): Promise<AddressOutcome> {
    return this.#settled.promise;
  }

  #connectTls(): void {
    const { address: host, port } = this.#request;
    this.#beginTls({ host, port }).once('connect', () => this.#enter('handshake'));
  }

  #connectPlain(dialogue: Dialogue): void {
    const { address: host, port } = this.#request;
    const socket = connect({ host, port, autoSelectFamily: false });
    this.#socket = socket
      .once('connect', () => this.#converse(socket, dialogue))
      .on('error', (error) => this.#failed(codeOf(error)))
      .once('close', () => {
        if (this.#tls === null) this.#closed();
      });
  }

  #converse(socket: Socket, dialogue: Dialogue): void {
    this.#enter('startTls');
    const run = new DialogueRun(dialogue, (data) => socket.write(data));
    const goOn = (end: DialogueEnd | null) => {
      if (end === null || this.#outcome !== null) return;
      socket.off('data', take);
      if (end.kind === 'refused') {
        this.#end({ kind: 'failed', error: refusal(end.answer) });
        return;
      }
      this.#enter('handshake');
      this.#beginTls({ socket });
    };
    const take = (chunk: Buffer) => goOn(run.take(chunk));
    socket.on('data', take);
    goOn(run.start());
  }

  #beginTls(way: TlsWay): TLSSocket {
    const tls = beginTls(way, this.#request.name, (chain, code) => this.#shown(chain, code));
    this.#tls = tls;
    // This event comes after `beginTls` has reported its result.
    return tls.once('close', () => this.#closed());
  }

  #shown(chain: ServedChain | null, code: string): void {
    const { name, anchors } = this.#request;
    if (chain === null) {
      this.#failed(code);
      return;
    }
    const leaf = this.#ports.leaves.read(chain, name, anchors);
    this.#end(
      leaf === null
        ? { kind: 'failed', error: { kind: 'handshake', code: 'UNREADABLE_CERTIFICATE' } }
        : { kind: 'served', leaf },
    );
  }

  #failed(code: string): void {
    if (this.#isLate) this.#end({ kind: 'failed', error: { kind: 'timeout', phase: this.#phase } });
    else this.#end({ kind: 'failed', error: failures[this.#phase](code) });
  }

  #end(outcome: AddressOutcome): void {
    if (this.#outcome !== null) return;
    this.#outcome = outcome;
    // A clean close, so that the server logs no error.
    if (outcome.kind === 'served' && this.#tls?.destroyed === false) this.#tls.destroySoon();
    else this.#hangUp();
  }

  #hangUp(): void {
    (this.#tls ?? this.#socket)?.destroy();
  }

  #closed(): void {
    this.#limit.dispose();
    this.#request.signal.removeEventListener('abort', this.#giveUp);
    if (this.#request.signal.aborted) this.#settled.reject(this.#request.signal.reason);
    else {
      if (this.#outcome === null) this.#failed('');
      if (this.#outcome !== null) this.#settled.resolve(this.#outcome);
    }
  }

  #enter(phase: Phase): void {
    this.#answered();
    this.#phase = phase;
    this.#limit.dispose();
    this.#limit = this.#limitOf(phase);
  }

  #limitOf(phase: Phase): Disposable {
    return this.#ports.scheduler.after(this.#ports.limits[phase], () => {
      this.#isLate = true;
      this.#hangUp();
    });
  }
}

const failures: Readonly<Record<Phase, (code: string) => ProbeError>> = {
  connect: connectFailure,
  startTls: dialogueFailure,
  handshake: handshakeFailure,
};
