import { disposeAll } from '#main/platform/disposable.ts';
import type {
  FetchOptions,
  FetchOutcome,
  MaterialSource,
  OrderAddress,
  PollAnswer,
  PollOptions,
} from '#main/x509/material.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { OpenApiClient, OpenApiClientOptions } from '../api/openApiClient.ts';
import type { Connection } from './connection.ts';
import type { ConnectionService } from './connectionService.ts';
import type { ConnectionTokens } from './connectionTokens.ts';
import { isSameService, serviceOf } from './sameService.ts';

export type MaterialClient = Pick<OpenApiClient, 'latest' | 'poll' | 'dispose'>;

export type CreateMaterialClient = (
  target: Pick<OpenApiClientOptions, 'baseUrl' | 'extraCaPem'>,
) => MaterialClient;

export type ConnectionLookup = Pick<ConnectionService, 'find' | 'onDidChange' | 'onDidRemove'>;

interface OpenClient {
  readonly connection: Connection;
  readonly client: MaterialClient;
}

interface Access {
  readonly client: MaterialClient;
  readonly token: string;
}

/** Fetches material for orders: one client per connection, created when first needed, with the connection's token. */
export class ConnectionMaterialSource implements MaterialSource {
  readonly #connections: ConnectionLookup;
  readonly #tokens: Pick<ConnectionTokens, 'get'>;
  readonly #createClient: CreateMaterialClient;
  readonly #open = new Map<string, OpenClient>();
  readonly #closing = new Set<Promise<void>>();
  readonly #subscriptions;

  constructor(
    connections: ConnectionLookup,
    tokens: Pick<ConnectionTokens, 'get'>,
    createClient: CreateMaterialClient,
  ) {
    this.#connections = connections;
    this.#tokens = tokens;
    this.#createClient = createClient;
    this.#subscriptions = [
      connections.onDidChange(({ connectionId }) => this.#closeOutdated(connectionId)),
      connections.onDidRemove(({ connectionId }) => this.#closeOutdated(connectionId)),
    ];
  }

  async latest({ connectionId, rid }: OrderAddress, options: FetchOptions): Promise<FetchOutcome> {
    const access = await this.#accessTo(connectionId, options.signal);
    if (!access.ok) return { material: access, serviceNotAfter: null };
    return access.value.client.latest(rid, access.value.token, options);
  }

  async poll({ connectionId, rid }: OrderAddress, options: PollOptions): Promise<PollAnswer> {
    const access = await this.#accessTo(connectionId, options.signal);
    if (!access.ok) return { material: access, serviceNotAfter: null, bodyDigest: null };
    return access.value.client.poll(rid, access.value.token, options);
  }

  /** Closes all clients, and waits for those that are closing. */
  async dispose(): Promise<void> {
    disposeAll(this.#subscriptions);
    for (const connectionId of [...this.#open.keys()]) this.#close(connectionId);
    await Promise.all(this.#closing);
  }

  async #accessTo(connectionId: string, signal: AbortSignal): Promise<Result<Access>> {
    const asked = this.#connections.find(connectionId);
    if (asked === null) return err({ kind: 'unknownId' });
    const token = await this.#tokens.get(asked);
    if (!token.ok) return token;
    const connection = this.#connections.find(connectionId);
    // Edited or removed while the keychain was read: this token is not for the current connection.
    const isSame = connection !== null && isSameService(serviceOf(connection), serviceOf(asked));
    if (!isSame || connection.baseUrl !== asked.baseUrl) return err({ kind: 'cancelled' });
    if (signal.aborted) return err({ kind: 'cancelled' });
    return ok({ client: this.#clientOf(connection), token: token.value });
  }

  #clientOf(connection: Connection): MaterialClient {
    const open = this.#open.get(connection.id);
    if (open !== undefined) return open.client;
    const { baseUrl, ca } = connection;
    const client = this.#createClient({ baseUrl, extraCaPem: ca?.pem ?? null });
    this.#open.set(connection.id, { connection, client });
    return client;
  }

  #closeOutdated(connectionId: string): void {
    const open = this.#open.get(connectionId);
    if (open === undefined) return;
    const now = this.#connections.find(connectionId);
    const isSame = now?.baseUrl === open.connection.baseUrl && now.ca?.pem === open.connection.ca?.pem;
    if (!isSame) this.#close(connectionId);
  }

  #close(connectionId: string): void {
    const open = this.#open.get(connectionId);
    this.#open.delete(connectionId);
    if (open === undefined) return;
    const closing = open.client.dispose().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
