import { comparableName, validateUniqueName } from '#main/platform/validateUniqueName.ts';
import { parseBaseUrl, parseConsoleUrl } from '#shared/domain/baseUrl.ts';
import { err, ok, type Result } from '#shared/result.ts';
import type { CaChoice } from './caFiles.ts';
import type { Connection } from './connection.ts';
import { isCaChosen, isSameOrigin } from './sameService.ts';

export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly ca: CaChoice;
  /** The address of the service's console; empty: none, undefined: as it is. */
  readonly consoleUrl?: string | undefined;
}

/** What a draft leaves of a connection as it is. */
export type OwnParts = Omit<Connection, 'name' | 'baseUrl' | 'ca' | 'chosenCa'>;

/** What a draft is compared with. */
interface Surroundings {
  /** The connection before; `null`: a new one. */
  readonly former: Connection | null;
  readonly others: readonly Pick<Connection, 'name'>[];
  /** The chosen CA. */
  readonly ca: Result<Connection['ca']>;
}

/** The connection that a draft makes. Errors: `invalidInput`, and that of the CA. */
export function madeConnection(
  draft: ConnectionDraft,
  own: OwnParts,
  { former, others, ca }: Surroundings,
): Result<Connection> {
  const baseUrl = parseBaseUrl(draft.baseUrl);
  if (!baseUrl.ok) return err({ kind: 'invalidInput', field: 'baseUrl', reason: baseUrl.error });
  const name = connectionName(
    draft.name,
    baseUrl.value,
    others.map((other) => other.name),
  );
  if (!name.ok) return name;
  if (!ca.ok) return ca;
  const consoleUrl = draft.consoleUrl === undefined ? ok(own.consoleUrl) : parseConsoleUrl(draft.consoleUrl);
  if (!consoleUrl.ok) return err({ kind: 'invalidInput', field: 'consoleUrl', reason: consoleUrl.error });
  const { id, createdAt, tokenFile } = own;
  const chosenCa =
    draft.ca.kind === 'keep' && former ? keptChoice(former, baseUrl.value) : (ca.value?.pem ?? null);
  const service = { name: name.value, baseUrl: baseUrl.value, ca: ca.value, consoleUrl: consoleUrl.value };
  return ok({ id, ...service, createdAt, chosenCa, tokenFile });
}

/** The CA that stays chosen where the user keeps it in a form. A choice is for one origin; only a CA in use goes along to another. */
function keptChoice(former: Connection, baseUrl: string): string | null {
  if (isSameOrigin(former.baseUrl, baseUrl)) return former.chosenCa;
  return isCaChosen(former) ? (former.ca?.pem ?? null) : null;
}

/** As `validateUniqueName`. The default is the host of `baseUrl`, with a number if it is already used. */
export function connectionName(text: string, baseUrl: string, others: readonly string[]): Result<string> {
  const taken = new Set(others.map(comparableName));
  const name = validateUniqueName(text, taken);
  if (name.ok) return name;
  if (name.error !== 'empty') return err({ kind: 'invalidInput', field: 'name', reason: name.error });
  return ok(numbered(new URL(baseUrl).host, taken));
}

function numbered(host: string, taken: ReadonlySet<string>): string {
  let name = host;
  for (let count = 2; taken.has(comparableName(name)); count++) name = `${host} (${count})`;
  return name;
}
