import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '#main/platform/emitter.ts';
import type { Logger } from '#main/platform/logger.ts';
import { isLoopbackAddress } from '#shared/domain/loopback.ts';
import {
  defaultReceiverConfig,
  type ReceiverConfig,
  receiverConfigSchema,
} from '#shared/domain/receiverConfig.ts';
import { parseReceiverConfig } from '#shared/domain/receiverRules.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { TlsFiles } from './tlsFiles.ts';

export interface ReceiverConfigRepository {
  /** The stored value, not validated; `null`: none, `undefined`: not JSON. Throws if the database fails. */
  load(): unknown;
  /** Error: `storage`; the previous configuration is kept. */
  save(config: ReceiverConfig): Result<null>;
}

interface ReceiverConfigPorts {
  readonly repository: ReceiverConfigRepository;
  /** The native dialog for a PEM file. Gives its full path, or `null` if it was cancelled. */
  readonly chooseTlsFile: (kind: 'certificate' | 'key') => Promise<string | null>;
  /** Asks the user whether other computers may reach the receiver. Errors: those of `AskConsent`. */
  readonly confirmExposure: (config: ReceiverConfig) => Promise<Result<null>>;
  readonly logger: Logger;
}

/** The receiver's configuration, validated when it is set and when it is loaded. */
export class ReceiverConfigService {
  readonly #ports: ReceiverConfigPorts;
  readonly #changed = new Emitter<ReceiverConfig>('receiverConfigService.changed');
  /** Paths that the native dialog gave since the start of the app. */
  readonly #chosen = new Set<string>();
  #config: ReceiverConfig;

  readonly onDidChange = this.#changed.event;

  /** Loads the configuration, or the default if it is missing or invalid. Throws if the database fails. */
  constructor(ports: ReceiverConfigPorts) {
    this.#ports = ports;
    this.#config = readStored(ports.repository.load(), ports.logger);
  }

  get(): ReceiverConfig {
    return this.#config;
  }

  /** Lets the user choose a PEM file that `set` then accepts. */
  async chooseTlsFile(kind: 'certificate' | 'key'): Promise<Result<string | null>> {
    const path = await this.#ports.chooseTlsFile(kind);
    if (path !== null) this.#chosen.add(path);
    return ok(path);
  }

  /**
   * Stores a valid configuration. New TLS files must come from the native dialog and work now; those configured already
   * may be bad, so that they do not block other changes. Exposing the receiver to more computers needs consent.
   * Errors: `invalidInput`, `fileSystem`, those of `AskConsent`, `storage`; nothing was changed then.
   */
  async set(candidate: ReceiverConfig): Promise<Result<null>> {
    const parsed = parseReceiverConfig(candidate);
    if (!parsed.ok) return parsed;
    const { tls } = parsed.value;
    if (tls !== null && !isDeepStrictEqual(tls, this.#config.tls)) {
      if (!this.#mayRead(tls)) return err({ kind: 'invalidInput', field: 'tlsFile', reason: 'malformed' });
      const { readTlsFiles } = await import('./tlsFiles.ts');
      const read = await readTlsFiles(tls);
      if (!read.ok) return err(read.error.error);
    }
    if (exposesMore(parsed.value, this.#config)) {
      const consent = await this.#ports.confirmExposure(parsed.value);
      if (!consent.ok) return consent;
    }
    const saved = this.#ports.repository.save(parsed.value);
    if (!saved.ok) return saved;
    this.#config = parsed.value;
    this.#changed.fire(parsed.value);
    return ok(null);
  }

  /** The renderer cannot make up a path: it must come from the dialog or be configured already. */
  #mayRead({ certificateFile, keyFile }: TlsFiles): boolean {
    const { tls } = this.#config;
    const known = new Set([...this.#chosen, ...(tls === null ? [] : [tls.certificateFile, tls.keyFile])]);
    return known.has(certificateFile) && known.has(keyFile);
  }
}

/** Whether more computers could reach the receiver: at another address or port, or no longer with TLS. */
function exposesMore(next: ReceiverConfig, now: ReceiverConfig): boolean {
  if (isLoopbackAddress(next.address)) return false;
  const isElsewhere = next.address !== now.address || next.port !== now.port;
  return isElsewhere || (next.tls === null && now.tls !== null);
}

function readStored(stored: unknown, logger: Logger): ReceiverConfig {
  if (stored === null) return defaultReceiverConfig;
  const shaped = receiverConfigSchema.safeParse(stored);
  const parsed = shaped.success ? parseReceiverConfig(shaped.data) : null;
  if (parsed?.ok === true) return parsed.value;
  logger.warn('The stored configuration of the receiver is not valid; its default is used');
  return defaultReceiverConfig;
}
