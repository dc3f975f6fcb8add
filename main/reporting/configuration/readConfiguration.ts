import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { toFileError } from '#main/deployment/export/fileErrors.ts';
import { builtinPresets } from '#main/deployment/presets/builtinPresets.ts';
import { caOf, certificatesOf } from '#main/orders/connections/caFiles.ts';
import { validateUniqueName } from '#main/platform/validateUniqueName.ts';
import { parseNote, parseTags } from '#shared/domain/annotation.ts';
import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import { hostAndPort } from '#shared/domain/endpoint.ts';
import { parseEndpoint, parseServerName } from '#shared/domain/endpointInput.ts';
import { exportParts } from '#shared/domain/export.ts';
import { parseAlias } from '#shared/domain/order.ts';
import type { ExportPreset } from '#shared/domain/preset.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';
import { ridRefusal } from '#shared/domain/rids.ts';
import { isCriticalAboveWarning } from '#shared/domain/settingsBounds.ts';
import type { AppError, ConfigurationReason, InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { shortName } from '#shared/text.ts';
import type { z } from '#shared/zod.ts';
import { parseFolder } from './configurationFolders.ts';
import {
  CONFIGURATION_FORMAT,
  CONFIGURATION_VERSION,
  type Configuration,
  type ConfigurationConnection,
  type ConfigurationDestination,
  type ConfigurationEndpoint,
  type ConfigurationOrder,
  type ConfigurationPreset,
  CUSTOM_PRESET,
  configurationSchema,
} from './configurationSchema.ts';
import {
  destinationKey,
  endpointKey,
  nameKey,
  orderKey,
  presetKey,
  sortedLists,
} from './configurationText.ts';

/** About 100,000 orders without notes, or 10,000 with long ones. */
const CONFIGURATION_MAX_BYTES = 32 * 1024 * 1024;

/** Reads a configuration file. Errors: `fileSystem`, `configuration`. */
export async function readConfigurationFile(path: string): Promise<Result<Configuration>> {
  try {
    await using file = await open(path);
    // A file that grows, or a device without a size, is read up to the limit.
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, end: CONFIGURATION_MAX_BYTES })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    return size > CONFIGURATION_MAX_BYTES
      ? refused('tooLarge', '')
      : parseConfiguration(Buffer.concat(chunks));
  } catch (error) {
    return err(toFileError(error, basename(path)));
  }
}

/** The checked and normalised content of a configuration file. Error: `configuration`. */
export function parseConfiguration(bytes: Uint8Array): Result<Configuration> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused('notText', '');
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return refused('notJson', placeInText(error, text));
  }
  const { format, version } = Object(content) as Readonly<Record<'format' | 'version', unknown>>;
  if (format !== CONFIGURATION_FORMAT) return refused('otherFormat', CONFIGURATION_FORMAT);
  if (version !== CONFIGURATION_VERSION)
    return refused('otherVersion', shortName(JSON.stringify(version) ?? '', 20));
  const parsed = configurationSchema.safeParse(content);
  return parsed.success ? checked(parsed.data) : fault(parsed.error);
}

/** Line and column as `3:14`. */
function placeInText(error: unknown, text: string): string {
  const { message } = error as SyntaxError;
  const [, line, column] = /\(line (\d+) column (\d+)\)/u.exec(message) ?? [];
  if (line !== undefined) return `${line}:${column}`;
  // The text ends too soon: V8 says no place then.
  const lines = text.split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

function fault({ issues: [issue] }: z.ZodError): Result<never> {
  const path = issue?.path ?? [];
  if (issue?.code === 'unrecognized_keys')
    return refused('unknownKey', pathText([...path, issue.keys[0] ?? '']));
  const isMissing = issue?.code === 'invalid_type' && issue.message.endsWith('received undefined');
  if (isMissing) return refused('missing', pathText(path));
  const why = issue?.code === 'too_big' && issue.origin === 'string' ? 'tooLong' : null;
  return refused('badValue', pathText(path), why);
}

/** A path as JavaScript writes it, such as `orders[3].alias`. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${shortName(String(key), 40)}`))
    .join('');
  return text.replace(/^\./u, '');
}

/** Collects the parts of a file, up to the first that is not valid. */
class Checker {
  error: Extract<AppError, { readonly kind: 'configuration' }> | null = null;

  /** The value of a check; `fallback` after an error. */
  take<T>(result: Result<T, AppError | InputReason>, place: string, fallback: T): T {
    if (result.ok) return result.value;
    const { error } = result;
    const reason = typeof error === 'string' ? error : error.kind === 'invalidInput' ? error.reason : null;
    this.refuse(
      reason === 'alreadyExists' ? 'twice' : 'badValue',
      place,
      reason === 'alreadyExists' ? null : reason,
    );
    return fallback;
  }

  refuse(reason: ConfigurationReason, place: string, why: InputReason | null = null): void {
    this.error ??= { kind: 'configuration', reason, place, why };
  }
}

function checked(file: z.infer<typeof configurationSchema>): Result<Configuration> {
  const checker = new Checker();
  const connections = checkedConnections(file.connections, checker);
  const presets = checkedPresets(file.presets, checker);
  const configuration = {
    settings: file.settings,
    connections,
    orders: checkedOrders(file.orders, connections, presets, checker),
    presets,
  };
  const { warningDays, criticalDays } = file.settings;
  if (
    warningDays !== undefined &&
    criticalDays !== undefined &&
    isCriticalAboveWarning({ warningDays, criticalDays })
  )
    checker.refuse('badValue', 'settings.criticalDays', 'outOfRange');
  return checker.error === null ? ok(sortedLists(configuration)) : err(checker.error);
}

function checkedConnections(
  connections: readonly ConfigurationConnection[],
  checker: Checker,
): ConfigurationConnection[] {
  const names: string[] = [];
  return connections.map(({ name: text, address: url, ca: file }, index) => {
    const place = `connections[${index}]`;
    const name = checker.take(validateUniqueName(text, names), `${place}.name`, text);
    names.push(name);
    const address = checker.take(parseBaseUrl(url), `${place}.address`, url);
    if (file === null) return { name, address, ca: null };
    const content = Buffer.from(file.certificates.join('\n'), 'latin1');
    const ca = checker.take(caOf(content, file.fileName), `${place}.ca.certificates`, null);
    return { name, address, ca: ca && { fileName: ca.fileName, certificates: [...certificatesOf(ca.pem)] } };
  });
}

function checkedOrders(
  orders: readonly ConfigurationOrder[],
  connections: readonly ConfigurationConnection[],
  presets: readonly ConfigurationPreset[],
  checker: Checker,
): ConfigurationOrder[] {
  const presetsByKey = keyedPresets(presets);
  const names = new Map(connections.map(({ name }) => [nameKey(name), name]));
  const seen = new Set<string>();
  return orders.map((order, index) => {
    const place = `orders[${index}]`;
    const { rid, endpoints, destinations } = order;
    const connection = names.get(nameKey(order.connection));
    if (connection === undefined) checker.refuse('unknownConnection', `${place}.connection`);
    const refusal = ridRefusal(rid);
    if (refusal !== null)
      checker.refuse(
        'badValue',
        `${place}.rid`,
        refusal === 'tooLong' || refusal === 'controlCharacters' ? refusal : null,
      );
    if (seen.has(orderKey(order))) checker.refuse('twice', place);
    seen.add(orderKey(order));
    return {
      rid,
      connection: connection ?? order.connection,
      alias: checker.take(parseAlias(order.alias ?? ''), `${place}.alias`, null),
      tags: [...checker.take(parseTags(order.tags.join(',')), `${place}.tags`, [])],
      note: checker.take(parseNote(order.note), `${place}.note`, ''),
      endpoints: checkedEndpoints(endpoints, `${place}.endpoints`, checker),
      ...(destinations && {
        destinations: checkedDestinations(destinations, presetsByKey, `${place}.destinations`, checker),
      }),
    };
  });
}

function checkedEndpoints(
  endpoints: readonly ConfigurationEndpoint[],
  list: string,
  checker: Checker,
): ConfigurationEndpoint[] {
  const seen = new Set<string>();
  return endpoints.map((given, index) => {
    const place = `${list}[${index}]`;
    const { protocol, intervalMinutes } = given;
    const { host, port } = checker.take(parseEndpoint(hostAndPort(given), protocol), `${place}.host`, given);
    const name = checker.take(parseServerName(given.serverName ?? ''), `${place}.serverName`, null);
    const endpoint = { host, port, protocol, serverName: name === host ? null : name, intervalMinutes };
    if (seen.has(endpointKey(endpoint))) checker.refuse('twice', place);
    seen.add(endpointKey(endpoint));
    return endpoint;
  });
}

/** The presets that a file can name, by their keys, with the names to use. */
function keyedPresets(custom: readonly ConfigurationPreset[]): ReadonlyMap<string, KeyedPreset> {
  const own = custom.map(({ name, files }) => ({ name: CUSTOM_PRESET + name, files }));
  const builtIn = builtinPresets.map(({ id, files }) => ({ name: id, files }));
  return new Map([...own, ...builtIn].map((each) => [presetKey(each.name), each]));
}

interface KeyedPreset extends Pick<ExportPreset, 'files'> {
  readonly name: string;
}

function checkedDestinations(
  destinations: readonly ConfigurationDestination[],
  presets: ReadonlyMap<string, KeyedPreset>,
  list: string,
  checker: Checker,
): ConfigurationDestination[] {
  const seen = new Set<string>();
  return destinations.map(({ preset: text, parts: given, folder: path, automaticUpdates }, index) => {
    const place = `${list}[${index}]`;
    const preset = presets.get(presetKey(text));
    if (preset === undefined) checker.refuse('unknownPreset', `${place}.preset`);
    else if (automaticUpdates && needsPassphrase(preset))
      checker.refuse('badValue', `${place}.automaticUpdates`, 'needsPassphrase');
    if (given !== null && text !== 'pem') checker.refuse('badValue', `${place}.parts`, 'partsUnsuitable');
    const folder = checker.take(parseFolder(path), `${place}.folder`, path);
    const named = exportParts.filter((part) => given?.includes(part) !== false);
    const parts = named.length === exportParts.length ? null : named;
    const destination = { preset: preset?.name ?? text, parts, folder, automaticUpdates };
    if (seen.has(destinationKey(destination))) checker.refuse('twice', place);
    seen.add(destinationKey(destination));
    return destination;
  });
}

function checkedPresets(presets: readonly ConfigurationPreset[], checker: Checker): ConfigurationPreset[] {
  const names: string[] = [];
  return presets.map((preset, index) => {
    const place = `presets[${index}]`;
    const name = checker.take(validateUniqueName(preset.name, names), `${place}.name`, preset.name);
    names.push(name);
    const problem = presetProblem(preset);
    if (problem !== null) {
      const part = problem.index === null ? 'folder' : `files[${problem.index}]`;
      checker.refuse('badValue', `${place}.${part}`, problem.reason);
    }
    return { ...preset, name };
  });
}

function refused(reason: ConfigurationReason, place: string, why: InputReason | null = null): Result<never> {
  return err({ kind: 'configuration', reason, place, why });
}
