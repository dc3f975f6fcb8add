import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import { defaultSettings, type Settings, settingsSchema } from '#shared/domain/settings.ts';
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
  readonly #loginStart: LoginStart;
  readonly #changed = new Emitter<Settings>('settingsService.changed');
  #settings: Settings;

  readonly onDidChange = this.#changed.event;

  /**
   * Reads the stored settings. Throws if the database fails. The system decides whether the app starts at login, as the
   * user can change that there.
   */
  constructor(repository: SettingsRepository, loginStart: LoginStart, logger: Logger) {
    this.#repository = repository;
    this.#loginStart = loginStart;
    this.#settings = { ...readStored(repository.load(), logger), startAtLogin: loginStart.isOn() };
  }

  get(): Settings {
    return this.#settings;
  }

  /** Applies new settings, all or none. Errors: `invalidInput` of field `settings`, `loginStart`, `storage`. */
  set(candidate: unknown): Result<null> {
    const parsed = settingsSchema.safeParse(candidate);
    if (!parsed.success) {
      const outOfRange = parsed.error.issues.every(({ code }) => rangeIssues.has(code));
      const reason = outOfRange ? 'outOfRange' : 'malformed';
      return err({ kind: 'invalidInput', field: 'settings', reason });
    }
    const before = this.#settings.startAtLogin;
    const changed = this.#setLoginStart(before, parsed.data.startAtLogin);
    if (!changed.ok) return changed;
    const saved = this.#repository.save(parsed.data);
    if (!saved.ok) {
      this.#setLoginStart(parsed.data.startAtLogin, before);
      return saved;
    }
    this.#settings = parsed.data;
    this.#changed.fire(parsed.data);
    return ok(null);
  }

  #setLoginStart(before: boolean, wanted: boolean): Result<null> {
    return before === wanted ? ok(null) : this.#loginStart.set(wanted);
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

/** Port: whether the system starts the app at login. */
export interface LoginStart {
  isOn(): boolean;
  /** Error: `loginStart`; nothing was changed then. */
  set(on: boolean): Result<null>;
}
