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
import { readTlsFiles, type TlsFiles } from './tlsFiles.ts';

/** Keeps the receiver's configuration across restarts. */
export interface ReceiverConfigRepository {
  /** What is stored, unchecked; `null` when nothing is, `undefined` for what is not JSON. Throws when the database does. */
  load(): unknown;
  /** Error: `storage`; the former one is kept then. */
  save(config: ReceiverConfig): Result<null>;
}

/** Lets the person choose a PEM file in the native dialog; gives its full path, or `null` when it was closed. */
interface TlsFileChooser {
  chooseTlsFile(kind: 'certificate' | 'key'): Promise<string | null>;
}

interface ReceiverConfigPorts {
  readonly repository: ReceiverConfigRepository;
  readonly chooser: TlsFileChooser;
  /**
   * Asks the person whether other computers may reach the receiver at the address, port and protocol of a
   * configuration. Errors: those of `AskConsent`.
   */
  readonly confirmExposure: (config: ReceiverConfig) => Promise<Result<null>>;
  readonly logger: Logger;
}

/** How the receiver listens, as the person set it; checked on the way in and again when it is read back. */
export class ReceiverConfigService {
  readonly #ports: ReceiverConfigPorts;
  readonly #changed = new Emitter<ReceiverConfig>('receiverConfigService.changed');
  /** Paths that the native dialog gave in this session. */
  readonly #chosen = new Set<string>();
  #config: ReceiverConfig;

  readonly onDidChange = this.#changed.event;

  /** Reads what is stored; the default takes the place of what is not valid. Throws when the database does. */
  constructor(ports: ReceiverConfigPorts) {
    this.#ports = ports;
    this.#config = readStored(ports.repository.load(), ports.logger);
  }

  get(): ReceiverConfig {
    return this.#config;
  }

  /** Asks for a PEM file, which a configuration can then name. Gives its path, or `null` when the dialog was closed. */
  async chooseTlsFile(kind: 'certificate' | 'key'): Promise<Result<string | null>> {
    const path = await this.#ports.chooser.chooseTlsFile(kind);
    if (path !== null) this.#chosen.add(path);
    return ok(path);
  }

  /**
   * Takes a configuration as a whole, or nothing of it, and stores it before it counts. TLS files that are new must
   * come from the native dialog and make a TLS server now; those that are configured already may be bad for the
   * moment, which the receiver shows, so that they do not stand in the way of other changes. What lets other computers
   * reach the receiver in a way that they could not before needs the person's consent.
   * Errors: `invalidInput`, `fileSystem`, those of `AskConsent`, `storage`.
   */
  async set(candidate: ReceiverConfig): Promise<Result<null>> {
    const parsed = parseReceiverConfig(candidate);
    if (!parsed.ok) return parsed;
    const { tls } = parsed.value;
    if (tls !== null && !isDeepStrictEqual(tls, this.#config.tls)) {
      if (!this.#mayRead(tls)) return err({ kind: 'invalidInput', field: 'tlsFile', reason: 'malformed' });
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

  /** The renderer never supplies a path: each is one that the dialog gave, or one that is configured. */
  #mayRead({ certificateFile, keyFile }: TlsFiles): boolean {
    const { tls } = this.#config;
    const known = new Set([...this.#chosen, ...(tls === null ? [] : [tls.certificateFile, tls.keyFile])]);
    return known.has(certificateFile) && known.has(keyFile);
  }
}

/** Whether other computers could reach what they cannot reach now: another address or port, or the same without TLS. */
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
