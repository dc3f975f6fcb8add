import { Emitter } from '#main/platform/emitter.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import type { Clock } from '#main/platform/time.ts';
import type { ConnectionView, PollingState } from '#shared/domain/connection.ts';
import type { ChosenCaFile } from '#shared/ipc/answers.ts';
import { err, firstError, ok, type Result } from '#shared/result.ts';
import { parseAccessToken } from './accessToken.ts';
import { type CaChoice, CaFiles, countCertificates } from './caFiles.ts';
import type { Connection, ConnectionRepository } from './connection.ts';
import type { ConnectionDraft, madeConnection, OwnParts } from './connectionDraft.ts';
import type { ConnectionTokens } from './connectionTokens.ts';
import { isCaChosen, isSameOrigin, isSameService, serviceOf } from './sameService.ts';

/** A checked connection to be added (`id` is `null`) or changed. Its name is not one of another connection. */
export interface CheckedConnection extends Pick<Connection, 'name' | 'baseUrl' | 'ca'> {
  readonly id: string | null;
}

export interface ConnectionChange {
  readonly connectionId: string;
  /** Address and CA are unchanged: only its name changed. */
  readonly isSameService: boolean;
}

export interface ConnectionServicePorts {
  readonly repository: ConnectionRepository;
  readonly tokens: ConnectionTokens;
  /** Lets the user choose a file in the native dialog; `null`: the dialog was closed. */
  readonly chooseCaFile: () => Promise<string | null>;
  /** Asks whether the CA of a connection may be trusted, which a file brought. Errors: those of `AskConsent`. */
  readonly askForCa: (connection: Connection) => Promise<Result<null>>;
  readonly clock: Clock;
  readonly newId: () => string;
}

type Make = typeof madeConnection;

/** Loaded when a connection is entered: a start needs none. */
const loadMake = async (): Promise<Make> => (await import('./connectionDraft.ts')).madeConnection;

/** The user's connections, each a base URL with its access token and an optional extra CA (interface, section 5). */
export class ConnectionService {
  readonly #ports: ConnectionServicePorts;
  readonly #caFiles: CaFiles;
  #pollingState: (connectionId: string) => PollingState = () => ({ kind: 'active' });
  readonly #connections: Map<string, Connection>;
  readonly #changed = new Emitter<ConnectionChange>('connectionService.changed');
  readonly #tokenChanged = new Emitter<{ readonly connectionId: string }>('connectionService.tokenChanged');
  readonly #removed = new Emitter<{ readonly connectionId: string }>('connectionService.removed');

  readonly onDidChange = this.#changed.event;
  /** A token was read, replaced, removed, or found to be unreadable. */
  readonly onDidChangeToken = this.#tokenChanged.event;
  readonly onDidRemove = this.#removed.event;

  /** Throws when the database cannot be read. */
  constructor(ports: ConnectionServicePorts) {
    this.#ports = ports;
    this.#caFiles = new CaFiles(ports.chooseCaFile, ports.newId);
    this.#connections = new Map(
      ports.repository.all().map((connection) => [connection.id, connection] as const),
    );
    ports.tokens.onDidChange((connectionId) => {
      if (this.#connections.has(connectionId)) this.#tokenChanged.fire({ connectionId });
    });
  }

  /** Sets the source of the polling state in views; before it is `active`. */
  setPollingState(pollingState: (connectionId: string) => PollingState): void {
    this.#pollingState = pollingState;
  }

  list(): ConnectionView[] {
    return [...this.#connections.values()].map((connection) => this.#viewOf(connection));
  }

  find(id: string): Connection | null {
    return this.#connections.get(id) ?? null;
  }

  /** The tokens that were read in this session. */
  knownTokens(): string[] {
    return [...this.#connections.values()].flatMap(
      (connection) => this.#ports.tokens.known(connection) ?? [],
    );
  }

  /** As `knownTokens`, after reading those that can be read. */
  async readTokens(): Promise<string[]> {
    await Promise.all(
      [...this.#connections.values()].map((connection) => this.#ports.tokens.get(connection)),
    );
    return this.knownTokens();
  }

  /** As `CaFiles.choose`. */
  chooseCaFile(): Promise<Result<ChosenCaFile | null>> {
    return this.#caFiles.choose();
  }

  /** As `CaFiles.keep`. */
  keepCaFile(ca: Result<NonNullable<Connection['ca']>>): Result<ChosenCaFile> {
    return this.#caFiles.keep(ca);
  }

  /** Error: `unknownId` for a file that was not chosen in this session. */
  resolveCa(choice: CaChoice, connectionId: string | null): Result<Connection['ca']> {
    return this.#caFiles.resolve(choice, connectionId === null ? null : this.find(connectionId));
  }

  /**
   * Adds a connection with its token. Errors: `invalidInput`, `unknownId` (the CA file), `storage`, and those of the
   * keychain. After an error nothing was added, and the call can be repeated.
   */
  async add(draft: ConnectionDraft, tokenText: string | null): Promise<Result<ConnectionView>> {
    const make = await loadMake();
    const id = this.#ports.newId();
    const own = { id, createdAt: this.#ports.clock.now(), ...nothingConfirmed };
    const made = this.#made(make, draft, own);
    if (!made.ok) return made;
    if (tokenText !== null) {
      const stored = await this.#storeToken(made.value, tokenText);
      if (!stored.ok) return stored;
    }
    return await this.#save(make, draft, made.value, async () => {
      if (tokenText !== null) await this.#ports.tokens.delete(id);
    });
  }

  /**
   * Edits a connection, as the user entered it. A token belongs to the service it was entered for: if the origin or the
   * own CA changes, the token is removed first and must be entered again. Errors as `add`.
   */
  async update(id: string, draft: ConnectionDraft): Promise<Result<ConnectionView>> {
    const make = await loadMake();
    const former = this.find(id);
    if (former === null) return err({ kind: 'unknownId' });
    const made = this.#made(make, draft, former);
    if (!made.ok) return made;
    if (!isSameService(serviceOf(former), serviceOf(made.value))) {
      const deleted = await this.#ports.tokens.delete(id);
      if (!deleted.ok) return deleted;
      if (this.find(id) === null) return err({ kind: 'unknownId' });
    }
    return await this.#save(make, draft, made.value, async () => undefined);
  }

  /**
   * Makes the CA of a connection one that is trusted: asks the user, unless the user chose it. Errors: `unknownId`, `busy`
   * if the connection changed meanwhile, `storage`, those of `AskConsent`.
   */
  async confirmCa(id: string): Promise<Result<null>> {
    const asked = this.find(id);
    if (asked === null) return err({ kind: 'unknownId' });
    if (isCaChosen(asked)) return ok(null);
    const agreed = await this.#ports.askForCa(asked);
    if (!agreed.ok) return agreed;
    const now = this.find(id);
    const isSame = now !== null && isSameService(serviceOf(now), serviceOf(asked));
    return isSame ? this.trustCa(id) : err({ kind: 'busy' });
  }

  /** Trusts the CA that a connection has, because the user confirmed it. Errors: `unknownId`, `storage`. */
  trustCa(id: string): Result<null> {
    return this.#confirm(id, ({ ca }) => ({ chosenCa: ca?.pem ?? null }));
  }

  /** Allows the token file for the service that a connection has, because the user named it. Errors as `trustCa`. */
  allowTokenFile(id: string): Result<null> {
    return this.#confirm(id, (own) => ({ tokenFile: { ...serviceOf(own), name: own.name } }));
  }

  #confirm(id: string, confirmed: (own: Connection) => Partial<Connection>): Result<null> {
    const own = this.find(id);
    if (own === null) return err({ kind: 'unknownId' });
    const connection = { ...own, ...confirmed(own) };
    const saved = this.#ports.repository.save(connection);
    if (saved.ok) this.#take(connection);
    return saved;
  }

  /**
   * Removes a connection with its orders and its token. If the keychain with the token is locked, nothing is removed;
   * a missing keychain does not matter. Errors: `unknownId`, `storage`, those of the keychain.
   */
  async remove(id: string): Promise<Result<null>> {
    const { tokens, repository } = this.#ports;
    const connection = this.find(id);
    if (connection === null) return err({ kind: 'unknownId' });
    const token = await tokens.get(connection);
    const deleted = await tokens.delete(id);
    if (!deleted.ok && deleted.error.kind !== 'keychainUnavailable') return deleted;
    const removed = repository.remove(id);
    if (!removed.ok) {
      if (token.ok) await tokens.set(connection, token.value);
      return removed;
    }
    this.#connections.delete(id);
    this.#removed.fire({ connectionId: id });
    return ok(null);
  }

  /**
   * Plans to add, change and remove connections, as a file says. Nothing that the user has to confirm is confirmed by it.
   * The caller forgets the tokens of those that are removed or become another service (`withoutTokens`). `ids`: of
   * `saved`, in their order.
   */
  plan(
    saved: readonly CheckedConnection[],
    removed: readonly string[],
  ): PlannedChange & { readonly ids: readonly string[] } {
    const { repository, newId, clock } = this.#ports;
    const connections = saved.map((checked): Connection => {
      const former = this.find(checked.id ?? '');
      const { name, baseUrl, ca } = checked;
      const own = former ?? { id: newId(), createdAt: clock.now(), ...nothingConfirmed };
      const next = { ...own, name, baseUrl, ca };
      const isSame = former !== null && isSameService(serviceOf(former), serviceOf(next));
      const chosenCa = former && isSameOrigin(former.baseUrl, baseUrl) ? former.chosenCa : null;
      return { ...next, chosenCa, consoleUrl: isSame ? former.consoleUrl : null };
    });
    const writes = [
      ...connections.map((connection) => () => repository.save(connection)),
      ...removed.map((id) => () => repository.remove(id)),
    ];
    return {
      ids: connections.map(({ id }) => id),
      write: () => firstError(writes),
      take: () => {
        for (const connection of connections) this.#take(connection);
        for (const connectionId of removed) {
          this.#connections.delete(connectionId);
          this.#removed.fire({ connectionId });
        }
      },
    };
  }

  /**
   * Removes tokens, then does the work; if that fails, puts the tokens back. Errors: those of the keychain and of the work.
   */
  async withoutTokens<T>(ids: readonly string[], work: () => Promise<Result<T>>): Promise<Result<T>> {
    const { tokens } = this.#ports;
    const deleted: { readonly owner: Connection; readonly token: string }[] = [];
    const restore = async () => {
      for (const { owner, token } of deleted) await tokens.set(owner, token);
    };
    for (const owner of ids.flatMap((id) => this.find(id) ?? [])) {
      const token = await tokens.get(owner);
      const gone = await tokens.delete(owner.id);
      if (gone.ok && token.ok) deleted.push({ owner, token: token.value });
      if (gone.ok) continue;
      await restore();
      return gone;
    }
    let isDone = false;
    try {
      const done = await work();
      isDone = done.ok;
      return done;
    } finally {
      if (!isDone) await restore();
    }
  }

  /** Sets or replaces the token. Errors: `invalidInput`, and those of `confirmCa` and the keychain. */
  async setToken(id: string, tokenText: string): Promise<Result<null>> {
    const confirmed = await this.confirmCa(id);
    if (!confirmed.ok) return confirmed;
    const connection = this.find(id);
    return connection === null ? err({ kind: 'unknownId' }) : await this.#storeToken(connection, tokenText);
  }

  async removeToken(id: string): Promise<Result<null>> {
    if (this.find(id) === null) return err({ kind: 'unknownId' });
    return await this.#ports.tokens.delete(id);
  }

  async #storeToken(connection: Connection, text: string): Promise<Result<null>> {
    const token = parseAccessToken(text);
    if (!token.ok) return err({ kind: 'invalidInput', field: 'token', reason: token.error });
    return await this.#ports.tokens.set(connection, token.value);
  }

  #made(make: Make, draft: ConnectionDraft, own: OwnParts): Result<Connection> {
    const others = [...this.#connections.values()].filter(({ id }) => id !== own.id);
    const ca = this.resolveCa(draft.ca, own.id);
    return make(draft, own, { former: this.find(own.id), others, ca });
  }

  async #save(
    make: Make,
    draft: ConnectionDraft,
    checked: Connection,
    undo: () => Promise<void>,
  ): Promise<Result<ConnectionView>> {
    // While the keychain was busy, another connection may have taken the name.
    const connection = this.#made(make, draft, checked);
    if (!connection.ok) {
      await undo();
      return connection;
    }
    const saved = this.#ports.repository.save(connection.value);
    if (!saved.ok) {
      await undo();
      return saved;
    }
    this.#take(connection.value);
    return ok(this.#viewOf(connection.value));
  }

  #take(connection: Connection): void {
    const { id: connectionId, baseUrl, ca } = connection;
    const former = this.find(connectionId);
    this.#connections.set(connectionId, connection);
    const isSame =
      former?.baseUrl === baseUrl &&
      former.ca?.pem === ca?.pem &&
      isCaChosen(former) === isCaChosen(connection);
    this.#changed.fire({ connectionId, isSameService: isSame });
  }

  #viewOf(connection: Connection): ConnectionView {
    const { id, name, baseUrl, ca, consoleUrl } = connection;
    const caView = ca && {
      fileName: ca.fileName,
      certificates: countCertificates(ca.pem),
      isConfirmed: isCaChosen(connection),
    };
    return {
      id,
      name,
      baseUrl,
      ca: caView,
      consoleUrl,
      token: this.#ports.tokens.state(connection),
      polling: this.#pollingState(id),
    };
  }
}

/** What only the user enters or confirms beside a CA, of a new connection. */
const nothingConfirmed = { tokenFile: null, consoleUrl: null } as const;
