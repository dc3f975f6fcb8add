import type { ChosenCaFile } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { countCertificates, readCaFile } from './caFile.ts';
import type { Connection } from './connection.ts';

/** The extra CA of a draft: one chosen in this session, none, or that of its connection. */
export type CaChoice = { readonly kind: 'chosen'; readonly id: string } | { readonly kind: 'none' | 'keep' };

/** Lets the user choose a file in the native dialog. Gives its path, or `null` if the dialog was closed. */
export interface CaFileChooser {
  chooseCaFile(): Promise<string | null>;
}

/** Maximum number of files kept; the oldest are dropped first. */
const MAX_CHOSEN = 20;

/** CA files chosen in this session, by id: the renderer never names a path. */
export class CaFiles {
  readonly #chooser: CaFileChooser;
  readonly #newId: () => string;
  readonly #chosen = new Map<string, NonNullable<Connection['ca']>>();

  constructor(chooser: CaFileChooser, newId: () => string) {
    this.#chooser = chooser;
    this.#newId = newId;
  }

  /** Shows the dialog and reads the file; `null` if the dialog was closed. Errors as `readCaFile`. */
  async choose(): Promise<Result<ChosenCaFile | null>> {
    const path = await this.#chooser.chooseCaFile();
    if (path === null) return ok(null);
    const ca = await readCaFile(path);
    if (!ca.ok) return ca;
    const id = this.#newId();
    this.#chosen.set(id, ca.value);
    for (const old of [...this.#chosen.keys()].slice(0, -MAX_CHOSEN)) this.#chosen.delete(old);
    const { fileName, pem } = ca.value;
    return ok({ id, fileName, certificates: countCertificates(pem) });
  }

  /** The CA of a draft of this connection (`null`: a new one). Error: `unknownId` for a file not chosen before. */
  resolve(choice: CaChoice, connection: Connection | null): Result<Connection['ca']> {
    if (choice.kind !== 'chosen') return ok(choice.kind === 'keep' ? (connection?.ca ?? null) : null);
    const ca = this.#chosen.get(choice.id);
    return ca === undefined ? err({ kind: 'unknownId' }) : ok(ca);
  }
}
