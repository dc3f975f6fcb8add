import type { SecretsById } from '#main/credentials/secrets/secretsById.ts';
import { Emitter } from '#main/platform/emitter.ts';
import { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Clock } from '#main/platform/time.ts';
import { comparableName, validateUniqueName } from '#main/platform/validateUniqueName.ts';
import { HOOK_SECRETS_MAX, type HookView } from '#shared/domain/receiver.ts';
import type { InputField, InputReason } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { type Hook, HookSecrets } from './hookSecrets.ts';

export interface HookRepository {
  /** In the order in which they were added. Throws if the database fails. */
  all(): Hook[];
  /** Adds or replaces a hook with its secrets. Error of both: `storage`; nothing was changed then. */
  save(hook: Hook): Result<null>;
  remove(id: string): Result<null>;
}

/** The editable properties of a hook, except its secrets. */
type HookChange = CallArgs<'hooks:update'>;

/** A hook to add. */
type HookDraft = Omit<CallArgs<'hooks:add'>, 'secret'> & { readonly secret: string | null };

interface HookServicePorts {
  readonly repository: HookRepository;
  readonly secrets: SecretsById;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** Few enough to search for every request. */
const HOOKS_MAX = 20;

/** The hooks that the user set up: paths that a service delivers to, each with its signing secrets. */
export class HookService {
  readonly #ports: HookServicePorts;
  readonly #secrets: HookSecrets;
  readonly #hooks: Map<string, Hook>;
  readonly #lastDeliveries = new Map<string, number>();
  readonly #changed = new Emitter<void>('hookService.changed');
  readonly #viewChanged = new Emitter<void>('hookService.viewChanged');
  readonly #removed = new Emitter<{ readonly hookId: string }>('hookService.removed');
  /** Serialises changes, since the keychain is asynchronous. */
  readonly #turns = new SerialQueue();

  /** Fires when a hook was added, changed or removed. */
  readonly onDidChange = this.#changed.event;
  /** Fires when `list` changes: a hook, the state of a secret, or the time of the last delivery. */
  readonly onDidChangeView = this.#viewChanged.event;
  readonly onDidRemove = this.#removed.event;

  /** Throws if the database cannot be read. */
  constructor(ports: HookServicePorts) {
    this.#ports = ports;
    this.#secrets = new HookSecrets(ports.secrets);
    this.#hooks = new Map(ports.repository.all().map((hook) => [hook.id, hook] as const));
    ports.secrets.onDidChange((secretId) => {
      if (this.secretIds().includes(secretId)) this.#viewChanged.fire();
    });
  }

  list(): HookView[] {
    return [...this.#hooks.values()].map((hook) => this.#viewOf(hook));
  }

  /** The ids of all signing secrets, to be read at start. */
  secretIds(): readonly string[] {
    return [...this.#hooks.values()].flatMap(({ secrets }) => secrets.map(({ id }) => id));
  }

  find(id: string): Hook | null {
    return this.#hooks.get(id) ?? null;
  }

  /** The enabled hook with exactly this path. */
  byPath(path: string): Hook | null {
    return [...this.#hooks.values()].find((hook) => hook.enabled && hook.path === path) ?? null;
  }

  hasEnabled(): boolean {
    return [...this.#hooks.values()].some(({ enabled }) => enabled);
  }

  /** The readable secrets of a hook, at least one. Errors: `unknownId`, `secretMissing`, those of the keychain. */
  async secretsOf(hookId: string): Promise<Result<readonly string[]>> {
    const hook = this.find(hookId);
    return hook === null ? err({ kind: 'unknownId' }) : await this.#secrets.read(hook);
  }

  /** Records for the window that a delivery for a hook was stored. @param at Unix ms */
  delivered(hookId: string, at: number): void {
    if (!this.#hooks.has(hookId)) return;
    this.#lastDeliveries.set(hookId, at);
    this.#viewChanged.fire();
  }

  /**
   * Adds an enabled hook. Errors: `invalidInput`, `storage`, those of the keychain; nothing was added then.
   * @param draft `secret`: `null` where the system hands it over in a file, so that it is not stored
   */
  async add({ name, path, secret }: HookDraft): Promise<Result<HookView>> {
    return await this.#turns.run(async () => {
      const { newId, clock, randomBytes } = this.#ports;
      if (this.#hooks.size >= HOOKS_MAX) return invalid('name', 'tooMany');
      const [id, createdAt] = [newId(), clock.now()];
      const checked = this.#check({ id, name, path: path ?? randomHookPath(randomBytes), enabled: true });
      if (!checked.ok) return checked;
      const secretId = newId();
      const kept = secret === null ? ok(null) : await this.#secrets.keep(secretId, secret);
      if (!kept.ok) return kept;
      const hook = { ...checked.value, createdAt, secrets: [{ id: secretId, createdAt }] };
      return await this.#save(hook, () => this.#secrets.remove([secretId]));
    });
  }

  /** Errors: `unknownId`, `invalidInput`, `storage`; nothing was changed then. */
  async update(change: HookChange): Promise<Result<HookView>> {
    return await this.#turns.run(async () => {
      const former = this.find(change.id);
      if (former === null) return err({ kind: 'unknownId' });
      const checked = this.#check(change);
      return checked.ok ? await this.#save({ ...former, ...checked.value }) : checked;
    });
  }

  /** Works without a keychain, but not while it is locked. Errors: `unknownId`, `storage`, those of the keychain. */
  async remove(id: string): Promise<Result<null>> {
    return await this.#turns.run(async () => {
      const hook = this.find(id);
      if (hook === null) return err({ kind: 'unknownId' });
      const removed = await this.#secrets.remove(hook.secrets.map((secret) => secret.id));
      if (!removed.ok) return removed;
      const saved = this.#ports.repository.remove(id);
      if (!saved.ok) {
        await this.#secrets.restore(removed.value);
        return saved;
      }
      this.#hooks.delete(id);
      this.#lastDeliveries.delete(id);
      this.#fire();
      this.#removed.fire({ hookId: id });
      return saved;
    });
  }

  /** Adds the second secret for a rotation. Errors: `unknownId`, `invalidInput`, `storage`, those of the keychain. */
  async addSecret(id: string, text: string): Promise<Result<null>> {
    return await this.#turns.run(async () => {
      const hook = this.find(id);
      if (hook === null) return err({ kind: 'unknownId' });
      if (hook.secrets.length >= HOOK_SECRETS_MAX) return invalid('secret', 'tooMany');
      const secret = { id: this.#ports.newId(), createdAt: this.#ports.clock.now() };
      const kept = await this.#secrets.keep(secret.id, text);
      if (!kept.ok) return kept;
      const changed = { ...hook, secrets: [...hook.secrets, secret] };
      return withoutValue(await this.#save(changed, () => this.#secrets.remove([secret.id])));
    });
  }

  /** Errors: `unknownId`, `invalidInput` for the last secret, `storage`, those of the keychain. */
  async removeSecret(id: string, secretId: string): Promise<Result<null>> {
    return await this.#turns.run(async () => {
      const hook = this.find(id);
      const secrets = hook?.secrets.filter((secret) => secret.id !== secretId) ?? [];
      if (hook === null || secrets.length === hook.secrets.length) return err({ kind: 'unknownId' });
      if (secrets.length === 0) return invalid('secret', 'empty');
      const removed = await this.#secrets.remove([secretId]);
      if (!removed.ok) return removed;
      return withoutValue(await this.#save({ ...hook, secrets }, () => this.#secrets.restore(removed.value)));
    });
  }

  #check({ id, name, path, enabled }: HookChange): Result<HookChange> {
    const others = [...this.#hooks.values()].filter((hook) => hook.id !== id);
    const names = others.map((other) => comparableName(other.name));
    const checkedName = validateUniqueName(name, new Set(names));
    if (!checkedName.ok) return invalid('name', checkedName.error);
    const checkedPath = parseHookPath(path);
    if (!checkedPath.ok) return invalid('path', checkedPath.error);
    if (others.some((other) => other.path === checkedPath.value)) return invalid('path', 'alreadyExists');
    return ok({ id, name: checkedName.value, path: checkedPath.value, enabled });
  }

  async #save(hook: Hook, undo: () => Promise<unknown> = async () => undefined): Promise<Result<HookView>> {
    const saved = this.#ports.repository.save(hook);
    if (!saved.ok) {
      await undo();
      return saved;
    }
    this.#hooks.set(hook.id, hook);
    this.#fire();
    return ok(this.#viewOf(hook));
  }

  #fire(): void {
    this.#changed.fire();
    this.#viewChanged.fire();
  }

  #viewOf(hook: Hook): HookView {
    const { id, name, path, enabled, createdAt } = hook;
    const lastDeliveryAt = this.#lastDeliveries.get(id) ?? null;
    return { id, name, path, enabled, createdAt, secrets: this.#secrets.views(hook), lastDeliveryAt };
  }
}

function invalid(field: InputField, reason: InputReason): Result<never> {
  return err({ kind: 'invalidInput', field, reason });
}

function withoutValue(result: Result<unknown>): Result<null> {
  return result.ok ? ok(null) : result;
}

const MAX_PATH_LENGTH = 200;

/** 128 bits cannot be guessed. */
const RANDOM_BYTES = 16;

/** Segments of unreserved characters (RFC 3986, section 2.3), which no proxy rewrites. */
const PATH = /^(?:\/|(?:\/[A-Za-z0-9._~-]+)+)$/u;

/**
 * Validates the path of a hook: up to 200 characters, segments of unreserved characters, no `.` and `..` (clients and
 * proxies resolve them), no trailing slash except for `/` itself.
 */
export function parseHookPath(text: string): Result<string, InputReason> {
  const path = text.trim();
  if (path === '') return err('empty');
  if (path.length > MAX_PATH_LENGTH) return err('tooLong');
  const hasDots = path.split('/').some((segment) => segment === '.' || segment === '..');
  return PATH.test(path) && !hasDots ? ok(path) : err('malformed');
}

export function randomHookPath(randomBytes: (size: number) => Uint8Array): string {
  return `/${Buffer.from(randomBytes(RANDOM_BYTES)).toString('hex')}`;
}
