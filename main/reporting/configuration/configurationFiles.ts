import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { ConnectionService } from '#main/orders/connections/connectionService.ts';
import { inSlices } from '#main/platform/slices.ts';
import type {
  ConfigurationOutcome,
  ConfigurationPreview,
  ConfigurationWarning,
} from '#shared/domain/configurationChange.ts';
import type { ConnectionView } from '#shared/domain/connection.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { writeReport } from '../report/writeReport.ts';
import { changeViews } from './changeView.ts';
import type { ConfigurationChange } from './compareConfigurations.ts';
import type { Configuration } from './configurationSchema.ts';
import type { ConfigurationService } from './configurationService.ts';
import { nameKey } from './configurationText.ts';

interface ConfigurationFilesPorts {
  readonly configuration: Pick<ConfigurationService, 'text' | 'read' | 'preview' | 'apply' | 'waiting'>;
  readonly connections: Pick<ConnectionService, 'list'>;
  /** The path that the user chooses; `null`: the user cancelled. */
  readonly choose: (action: 'save' | 'open') => Promise<string | null>;
  /** Asks the user to confirm what widens who reads a key, or silences alerts. Errors: those of `AskConsent`. */
  readonly confirm: (warnings: readonly ConfigurationWarning[]) => Promise<Result<null>>;
}

interface OpenedFile {
  readonly id: string;
  readonly fileName: string;
  readonly wanted: Configuration;
  /** The changes of the preview, with those that remove something. */
  readonly shown: readonly ConfigurationChange[];
}

/** The configuration files of the window: saves one, shows what another would change, and imports what was shown. */
export class ConfigurationFiles {
  readonly #ports: ConfigurationFilesPorts;
  #opened: OpenedFile | null = null;

  constructor(ports: ConfigurationFilesPorts) {
    this.#ports = ports;
  }

  /** Saves the configuration. Returns the file's name; `null`: the user cancelled. Error: `fileSystem`. */
  async save(): Promise<Result<string | null>> {
    const path = await this.#ports.choose('save');
    if (path === null) return ok(null);
    const written = await writeReport(path, this.#ports.configuration.text(), 'owner');
    return written.ok ? ok(basename(path)) : written;
  }

  /** Reads a file and compares it; `null`: the user cancelled. Errors: `fileSystem`, `configuration`. */
  async open(): Promise<Result<ConfigurationPreview | null>> {
    const path = await this.#ports.choose('open');
    if (path === null) return ok(null);
    const read = await this.#ports.configuration.read(path);
    return read.ok ? ok(await this.#compare(basename(path), read.value)) : read;
  }

  /**
   * Imports the opened file, but only with the changes that were shown.
   * @param prune whether what is not in the file is removed
   * Errors: `unknownId`, those of `confirm`, and those of `ConfigurationService.apply` but `busy`.
   */
  async import(id: string, prune: boolean): Promise<Result<ConfigurationOutcome>> {
    const opened = this.#opened;
    if (opened?.id !== id) return err({ kind: 'unknownId' });
    const { fileName, wanted, shown } = opened;
    const made = prune ? shown : shown.filter(({ action }) => action !== 'removed');
    const warnings = made.flatMap((change) => change.warnings);
    const confirmed = warnings.length === 0 ? ok(null) : await this.#ports.confirm(warnings);
    if (!confirmed.ok) return confirmed;
    const agreed = JSON.stringify(made);
    const isAgreed = (changes: readonly ConfigurationChange[]) => JSON.stringify(changes) === agreed;
    const applied = await this.#ports.configuration.apply(wanted, prune, isAgreed);
    if (applied.ok) {
      this.#opened = null;
      const waiting = this.#ports.configuration.waiting(wanted);
      return ok({ kind: 'imported', withoutToken: this.#withoutToken(wanted), waiting });
    }
    if (applied.error.kind !== 'busy') return applied;
    return ok({ kind: 'outdated', preview: await this.#compare(fileName, wanted) });
  }

  async #compare(fileName: string, wanted: Configuration): Promise<ConfigurationPreview> {
    const shown = await this.#ports.configuration.preview(wanted, true);
    const changes = await inSlices(changeViews(shown));
    const id = randomUUID();
    this.#opened = { id, fileName, wanted, shown };
    return { id, fileName, changes };
  }

  #withoutToken({ connections }: Configuration) {
    return connectionsIn(connections, this.#ports.connections.list())
      .filter(({ token }) => token.kind === 'absent')
      .map(({ id, name }) => ({ id, name }));
  }
}

/** Those of `all` that the file names. */
export function connectionsIn(
  named: Configuration['connections'],
  all: readonly ConnectionView[],
): readonly ConnectionView[] {
  const names = new Set(named.map(({ name }) => nameKey(name)));
  return all.filter(({ name }) => names.has(nameKey(name)));
}
