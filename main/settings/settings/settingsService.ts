import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import { defaultSettings, type Settings, settingsSchema } from '#shared/domain/settings.ts';
import { err, ok, type Result } from '#shared/result.ts';

/** Keeps settings across restarts. */
export interface SettingsRepository {
  /** What is stored, by field, unchecked. Throws when the database does. */
  load(): ReadonlyMap<string, unknown>;
  /** Error: `storage`. */
  save(settings: Settings): Result<null>;
}

/** What a person set, checked on the way in and again when it is read back. */
export class SettingsService {
  readonly #repository: SettingsRepository;
  readonly #loginStart: LoginStart;
  readonly #changed = new Emitter<Settings>('settingsService.changed');
  #settings: Settings;

  readonly onDidChange = this.#changed.event;

  /**
   * Reads the stored settings. Throws when the database does. Whether the app starts at login is the system's to say:
   * a person can change it there too.
   */
  constructor(repository: SettingsRepository, loginStart: LoginStart, logger: Logger) {
    this.#repository = repository;
    this.#loginStart = loginStart;
    this.#settings = { ...readStored(repository.load(), logger), startAtLogin: loginStart.isOn() };
  }

  get(): Settings {
    return this.#settings;
  }

  /**
   * Takes new settings as a whole, or none of them. Errors: `invalidInput` of field `settings`, `loginStart`, `storage`.
   */
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

/** `custom` is the schema's own rule between two numbers. */
const rangeIssues = new Set<string | undefined>(['too_small', 'too_big', 'custom']);

/** Takes each stored field that holds a good value and the default for each other one. */
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
  // Each field is good by itself, so it is the two windows that do not go together.
  logger.warn('Stored settings do not go together; the default windows are used');
  const { warningDays, criticalDays } = defaultSettings;
  return settingsSchema.parse({ ...candidate, warningDays, criticalDays });
}

/** Whether the system starts the app when the person logs in, as a port. The system knows, nobody else does. */
export interface LoginStart {
  isOn(): boolean;
  /** Error: `loginStart`; everything then is as it was. */
  set(on: boolean): Result<null>;
}
