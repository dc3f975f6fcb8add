import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Disposable } from '#main/platform/disposable.ts';
import { codeOf } from '#main/platform/errors.ts';
import type { Scheduler } from '#main/platform/time.ts';
import { beginTls, type KeyRequest, type ServedChain, type TlsWay } from '#main/platform/tlsClient.ts';
import { factsOf } from '#main/x509/certificates/facts.ts';
import type { TrustAnchors } from '#main/x509/certificates/trustAnchors.ts';
import type { ProbeError, ServedLeaf } from '#shared/domain/endpoint.ts';
import type { EndpointProtocol } from '#shared/domain/endpointProtocol.ts';
import { type KeyKind, keyKindOf } from '#shared/domain/keyKind.ts';
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
  /** The kind of key of the certificate that should be there; `null`: not known. */
  readonly key: KeyKind | null;
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

/** As `AddressOutcome`, of one handshake. */
type Sight =
  | { readonly kind: 'served'; readonly leaf: ServedLeaf; readonly key: KeyKind | null }
  /** `isRefusal`: the server ended the handshake. */
  | { readonly kind: 'failed'; readonly error: ProbeError; readonly isRefusal: boolean };

/**
 * Connects to one address, starts TLS as the protocol does, reads the served certificate, and disconnects. A
 * certificate counts even if the handshake fails afterwards. Sends nothing else. A server that answers with a certificate
 * for another kind of key is asked for that kind alone, in a second handshake. All sockets are closed when it settles;
 * rejects only with the signal's reason.
 * @param answered called when the first connection is open
 */
export async function probeAddress(
  request: AddressRequest,
  ports: AddressPorts,
  answered: () => void = () => undefined,
): Promise<AddressOutcome> {
  const { key } = request;
  const look = async (isOnly: boolean) => {
    request.signal.throwIfAborted();
    return await new RunningProbe(request, key === null ? null : { kind: key, isOnly }, ports, answered)
      .sight;
  };
  const first = await look(false);
  if (first.kind === 'failed' || key === null || first.key === key) return outcomeOf(first);
  return outcomeOf(preferred(first, await look(true), key));
}

/** Which of two certificates counts: that of the order's kind, unless it is for another name, as of a default host. */
function preferred(first: Sight & { readonly kind: 'served' }, second: Sight, key: KeyKind): Sight {
  // Whether the server has such a certificate is not known: the first one says nothing about it.
  if (second.kind === 'failed' && !second.isRefusal) return second;
  if (second.kind === 'served' && second.key === key && (coversName(second.leaf) || !coversName(first.leaf)))
    return second;
  if (first.key === null) return first;
  const missing = { kind: 'keyKindMissing', served: first.key, wanted: key } as const;
  return { ...first, leaf: { ...first.leaf, findings: [missing, ...first.leaf.findings] } };
}

function coversName({ findings }: ServedLeaf): boolean {
  return !findings.some(({ kind }) => kind === 'nameNotCovered');
}

function outcomeOf(sight: Sight): AddressOutcome {
  if (sight.kind === 'failed') return { kind: 'failed', error: sight.error };
  return { kind: 'served', leaf: sight.leaf };
}

class RunningProbe {
  readonly #request: AddressRequest;
  readonly #keyRequest: KeyRequest | null;
  readonly #ports: AddressPorts;
  readonly #answered: () => void;
  readonly #settled = Promise.withResolvers<Sight>();
  readonly #giveUp = () => this.#hangUp();
  /** With STARTTLS, the plain socket under the TLS socket; it closes together with it. */
  #socket: Socket | null = null;
  #tls: TLSSocket | null = null;
  #phase: Phase = 'connect';
  #limit: Disposable;
  #isLate = false;
  #sight: Sight | null = null;

  constructor(
    request: AddressRequest,
    keyRequest: KeyRequest | null,
    ports: AddressPorts,
    answered: () => void,
  ) {
    this.#request = request;
    this.#keyRequest = keyRequest;
    this.#ports = ports;
    this.#answered = answered;
    this.#limit = this.#limitOf('connect');
    request.signal.addEventListener('abort', this.#giveUp, { once: true });
    const dialogue = dialogues[request.protocol];
    if (dialogue === null) this.#connectTls();
    else this.#connectPlain(dialogue(request));
  }

  get sight(): Promise<Sight> {
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
      if (end === null || this.#sight !== null) return;
      socket.off('data', take);
      if (end.kind === 'refused') {
        this.#end({ kind: 'failed', error: refusal(end.answer), isRefusal: false });
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
    const tls = beginTls(way, this.#request.name, this.#keyRequest, (chain, code) =>
      this.#shown(chain, code),
    );
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
        ? { kind: 'failed', error: { kind: 'handshake', code: 'UNREADABLE_CERTIFICATE' }, isRefusal: false }
        : { kind: 'served', leaf, key: keyKindOf(factsOf(chain.leaf)) },
    );
  }

  #failed(code: string): void {
    const error: ProbeError = this.#isLate
      ? { kind: 'timeout', phase: this.#phase }
      : failures[this.#phase](code);
    const isRefusal = this.#phase === 'handshake' && (error.kind === 'handshake' || error.kind === 'closed');
    this.#end({ kind: 'failed', error, isRefusal });
  }

  #end(sight: Sight): void {
    if (this.#sight !== null) return;
    this.#sight = sight;
    // A clean close, so that the server logs no error.
    if (sight.kind === 'served' && this.#tls?.destroyed === false) this.#tls.destroySoon();
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
      if (this.#sight === null) this.#failed('');
      if (this.#sight !== null) this.#settled.resolve(this.#sight);
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
