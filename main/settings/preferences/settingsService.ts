import { type Event, KeyedEmitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { PlannedChange } from '#main/platform/plannedChange.ts';
import { defaultSettings, type Settings, settingsSchema } from '#shared/domain/settings.ts';
import type { ShortcutState } from '#shared/domain/shortcut.ts';
import { isEqual } from '#shared/isEqual.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface SettingsRepository {
  /** The stored values by field, not validated. Throws if the database fails. */
  load(): ReadonlyMap<string, unknown>;
  /** Error: `storage`. */
  save(settings: Settings): Result<null>;
}

/** The user's settings, validated when they are set and when they are read. */
export class SettingsService {
  readonly #repository: SettingsRepository;
  readonly #system: SystemSettings;
  readonly #logger: Logger;
  readonly #changed = new KeyedEmitter<keyof Settings, Settings>('settingsService.changed');
  #settings: Settings;

  /** Listeners name the settings that they care for. */
  readonly onDidChange = this.#changed.event;

  /**
   * Reads the stored settings. Throws if the database fails. The system decides whether the app starts at login, as the
   * user can change that there.
   */
  constructor(repository: SettingsRepository, system: SystemSettings, logger: Logger) {
    this.#repository = repository;
    this.#system = system;
    this.#logger = logger;
    this.#settings = { ...readStored(repository.load(), logger), startAtLogin: system.loginStart.isOn() };
  }

  get(): Settings {
    return this.#settings;
  }

  /** Takes the stored keys of the quick window from the system. To be called when the app starts. */
  takeShortcut(): void {
    const { quickShortcut } = this.#settings;
    if (quickShortcut === null) return;
    const taken = this.#system.quickShortcut.set(quickShortcut);
    if (!taken.ok) this.#logger.warn('The system does not give the keys of the quick window');
  }

  /** Applies new settings, all or none. Errors: `invalidInput` of field `settings`, `loginStart`, `shortcut`, `storage`. */
  set(candidate: unknown): Result<null> {
    const parsed = settingsSchema.safeParse(candidate);
    if (!parsed.success) {
      const outOfRange = parsed.error.issues.every(({ code }) => rangeIssues.has(code));
      const reason = outOfRange ? 'outOfRange' : 'malformed';
      return err({ kind: 'invalidInput', field: 'settings', reason });
    }
    const changed = this.#changeSystem(this.#settings, parsed.data);
    if (!changed.ok) return changed;
    const saved = this.#repository.save(parsed.data);
    if (!saved.ok) {
      this.#changeSystem(parsed.data, this.#settings);
      return saved;
    }
    this.#take(parsed.data);
    return ok(null);
  }

  /** Plans valid changes of settings that the system has no part in. */
  plan(changes: Partial<Omit<Settings, 'startAtLogin' | 'quickShortcut'>>): PlannedChange {
    const settings = { ...this.#settings, ...changes };
    return {
      write: () => this.#repository.save(settings),
      take: () => this.#take(settings),
    };
  }

  #take(settings: Settings): void {
    const before = this.#settings;
    this.#settings = settings;
    const keys = Object.keys(settings) as (keyof Settings)[];
    this.#changed.fire(new Set(keys.filter((key) => !isEqual(before[key], settings[key]))), settings);
  }

  /** All or none. */
  #changeSystem(from: Settings, to: Settings): Result<null> {
    const { loginStart, quickShortcut } = this.#system;
    const isLoginChanged = from.startAtLogin !== to.startAtLogin;
    const login = isLoginChanged ? loginStart.set(to.startAtLogin) : ok(null);
    if (!login.ok || from.quickShortcut === to.quickShortcut) return login;
    const shortcut = quickShortcut.set(to.quickShortcut);
    if (!shortcut.ok && isLoginChanged) loginStart.set(from.startAtLogin);
    return shortcut;
  }
}

/** `custom` is the rule between the two windows. */
const rangeIssues = new Set<string | undefined>(['too_small', 'too_big', 'custom']);

/** Uses each valid stored field, and the default for others. */
function readStored(stored: ReadonlyMap<string, unknown>, logger: Logger): Settings {
  const fields = settingsSchema.unwrap().shape;
  const candidate: Record<string, unknown> = { ...defaultSettings };
  for (const [field, schema] of Object.entries(fields)) {
    if (!stored.has(field)) continue;
    const parsed = schema.safeParse(stored.get(field));
    if (parsed.success) candidate[field] = parsed.data;
    else logger.warn('A stored setting is not valid; its default is used', { field });
  }
  const whole = settingsSchema.safeParse(candidate);
  if (whole.success) return whole.data;
  // All fields are valid, so the two windows contradict each other.
  logger.warn('Stored settings do not go together; the default windows are used');
  const { warningDays, criticalDays } = defaultSettings;
  return settingsSchema.parse({ ...candidate, warningDays, criticalDays });
}

/** What the system has to agree to. */
export interface SystemSettings {
  readonly loginStart: LoginStart;
  readonly quickShortcut: QuickShortcut;
}

/** Port: the keys that open the quick window from every program. */
export interface QuickShortcut {
  /** Whether the system gave the keys to the app, as soon as it is known: the desktop may ask the user first. */
  state(): Promise<ShortcutState>;
  /**
   * @param shortcut as `isShortcut` accepts it; `null`: none. Error: `shortcut`; nothing was changed then. A desktop that
   * asks the user answers later, by `state`
   */
  set(shortcut: string | null): Result<null>;
  /** Fires when the keys were pressed in any program. */
  readonly onDidPress: Event<void>;
}

/** Port: whether the system starts the app at login. */
export interface LoginStart {
  isOn(): boolean;
  /** Error: `loginStart`; nothing was changed then. */
  set(on: boolean): Result<null>;
}
