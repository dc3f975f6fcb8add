import { basename } from 'node:path';
import { toFileError } from '#main/deployment/export/fileErrors.ts';
import { caOf, certificatesOf } from '#main/orders/connections/caFiles.ts';
import { hasMoreValues, type JsonLimits, overLimit } from '#main/platform/boundedJson.ts';
import { readAtMost } from '#main/platform/descriptors.ts';
import { inSlices, nextSlice } from '#main/platform/slices.ts';
import { comparableName, validateUniqueName } from '#main/platform/validateUniqueName.ts';
import { parseNote, parseTags } from '#shared/domain/annotation.ts';
import { parseBaseUrl } from '#shared/domain/baseUrl.ts';
import { hostAndPort } from '#shared/domain/endpoint.ts';
import { parseEndpoint, parseServerName } from '#shared/domain/endpointInput.ts';
import { exportParts } from '#shared/domain/export.ts';
import { CONFIGURATION_MAX_BYTES } from '#shared/domain/fileLimits.ts';
import { parseAlias } from '#shared/domain/order.ts';
import { OWN_PRESETS_MAX } from '#shared/domain/preset.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';
import { builtinPresets, type ExportPreset } from '#shared/domain/presets/presets.ts';
import { ridRefusal } from '#shared/domain/rids.ts';
import { isCriticalAboveWarning } from '#shared/domain/settingsBounds.ts';
import { err, type Result } from '#shared/result.ts';
import { shortName } from '#shared/text.ts';
import { z } from '#shared/zod.ts';
import { ConfigurationFaults, pathText, refused } from './configurationFaults.ts';
import { parseFolder } from './configurationFolders.ts';
import {
  CONFIGURATION_FORMAT,
  CONFIGURATION_VERSION,
  CONNECTIONS_MAX,
  type Configuration,
  type ConfigurationConnection,
  type ConfigurationDestination,
  type ConfigurationEndpoint,
  type ConfigurationOrder,
  type ConfigurationPreset,
  CUSTOM_PRESET,
  configurationSchema,
  ORDERS_MAX,
} from './configurationSchema.ts';
import { destinationKey, endpointKey, nameKey, orderKey, presetKey } from './configurationText.ts';

/** What the orders of the largest file are made of, many times over. A file has some 50 different names of keys. */
const limits: JsonLimits = { depth: 10, containers: 200_000, values: 500_000, names: 200, string: 200_000 };

/** Reads a configuration file. Errors: `fileSystem`, `configuration`. */
export async function readConfigurationFile(path: string): Promise<Result<Configuration>> {
  try {
    // One byte more tells that it is too long.
    return await parseConfiguration(await readAtMost(path, CONFIGURATION_MAX_BYTES + 1));
  } catch (error) {
    return err(toFileError(error, basename(path)));
  }
}

/** The checked and normalised content of a configuration file, read in slices. Error: `configuration`. */
export async function parseConfiguration(bytes: Uint8Array): Promise<Result<Configuration>> {
  if (bytes.length > CONFIGURATION_MAX_BYTES) return refused('tooLarge', '');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused('notText', '');
  }
  if (await inSlices(overLimit(text, limits))) return refused('tooLarge', '');
  await nextSlice();
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return refused('notJson', await placeInText(error, text));
  }
  const { format, version } = Object(content) as Readonly<Record<'format' | 'version', unknown>>;
  if (format !== CONFIGURATION_FORMAT) return refused('otherFormat', CONFIGURATION_FORMAT);
  if (version !== CONFIGURATION_VERSION)
    return refused('otherVersion', shortName(JSON.stringify(version) ?? '', 20));
  await nextSlice();
  const file = await validated(content);
  return file.ok ? await checked(file.value) : file;
}

const unread = z.unknown();
const outline = configurationSchema.extend({
  connections: z.array(unread).max(CONNECTIONS_MAX),
  orders: z.array(unread).max(ORDERS_MAX),
  presets: z.array(unread).max(OWN_PRESETS_MAX).default([]),
});
type ConfigurationFile = z.infer<typeof configurationSchema>;

/** More values than a connection with 500 certificates or an order with all its places has: zod keeps each fault. */
const ITEM_VALUES_MAX = 5000;

/**
 * The content of a file that fits the schema, item by item: for one list with faults, zod keeps each of them. Error:
 * `configuration`.
 */
async function validated(content: unknown): Promise<Result<ConfigurationFile>> {
  const { connections, orders, presets } = configurationSchema.shape;
  const { connections: _, orders: __, presets: ___, ...others } = Object(content) as ConfigurationFile;
  if (hasMoreValues(others, ITEM_VALUES_MAX)) return refused('tooLarge', '');
  const faults = new ConfigurationFaults();
  const parsed = outline.safeParse(content);
  if (!parsed.success) {
    faults.refuseIssues(parsed.error);
    return faults.result(content as ConfigurationFile);
  }
  const file = { ...parsed.data, connections: [], orders: [], presets: [] } as ConfigurationFile;
  for (const [list, { element }] of Object.entries({ connections, orders, presets: presets.unwrap() })) {
    const items: unknown[] = file[list as 'orders'];
    for (const [index, item] of parsed.data[list as 'orders'].entries()) {
      await nextSlice();
      if (hasMoreValues(item, ITEM_VALUES_MAX)) {
        faults.refuse('badValue', pathText([list, index]), 'tooLong');
        continue;
      }
      const one = element.safeParse(item);
      if (one.success) items.push(one.data);
      else faults.refuseIssues(one.error, [list, index]);
    }
  }
  return faults.result(file);
}

/** Line and column as `3:14`. */
async function placeInText(error: unknown, text: string): Promise<string> {
  const { message } = error as SyntaxError;
  const [, line, column] = /\(line (\d+) column (\d+)\)/u.exec(message) ?? [];
  if (line !== undefined) return `${line}:${column}`;
  // The text ends too soon: V8 says no place then.
  let lines = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    lines += 1;
    start = end + 1;
    if (lines % LINES_OF_A_LOOK === 0) await nextSlice();
  }
  return `${lines}:${text.length - start + 1}`;
}

/** Lines between two looks at the clock. */
const LINES_OF_A_LOOK = 10_000;

async function checked(file: ConfigurationFile): Promise<Result<Configuration>> {
  const faults = new ConfigurationFaults();
  const connections = await checkedConnections(file.connections, faults);
  const presets = checkedPresets(file.presets, faults);
  const orders = await checkedOrders(file.orders, connections, presets, faults);
  const { warningDays, criticalDays } = file.settings;
  if (
    warningDays !== undefined &&
    criticalDays !== undefined &&
    isCriticalAboveWarning({ warningDays, criticalDays })
  )
    faults.refuse('badValue', 'settings.criticalDays', 'outOfRange');
  return faults.result({ settings: file.settings, connections, orders, presets });
}

async function checkedConnections(
  connections: readonly ConfigurationConnection[],
  faults: ConfigurationFaults,
): Promise<ConfigurationConnection[]> {
  const names = new Set<string>();
  const found: ConfigurationConnection[] = [];
  for (const [index, { name: text, address: url, ca: file }] of connections.entries()) {
    await nextSlice();
    const place = `connections[${index}]`;
    const name = faults.take(validateUniqueName(text, names), `${place}.name`, text);
    names.add(comparableName(name));
    const address = faults.take(parseBaseUrl(url), `${place}.address`, url);
    if (file === null) {
      found.push({ name, address, ca: null });
      continue;
    }
    const content = Buffer.from(file.certificates.join('\n'), 'latin1');
    const ca = faults.take(await caOf(content, file.fileName), `${place}.ca.certificates`, null);
    found.push({
      name,
      address,
      ca: ca && { fileName: ca.fileName, certificates: [...certificatesOf(ca.pem)] },
    });
  }
  return found;
}

async function checkedOrders(
  orders: readonly ConfigurationOrder[],
  connections: readonly ConfigurationConnection[],
  presets: readonly ConfigurationPreset[],
  faults: ConfigurationFaults,
): Promise<ConfigurationOrder[]> {
  const presetsByKey = keyedPresets(presets);
  const names = new Map(connections.map(({ name }) => [nameKey(name), name]));
  const seen = new Set<string>();
  const found: ConfigurationOrder[] = [];
  for (const [index, order] of orders.entries()) {
    await nextSlice();
    const place = `orders[${index}]`;
    const { rid, thresholds, endpoints, destinations } = order;
    const connection = names.get(nameKey(order.connection));
    if (connection === undefined) faults.refuse('unknownConnection', `${place}.connection`);
    const refusal = ridRefusal(rid);
    if (refusal !== null)
      faults.refuse(
        'badValue',
        `${place}.rid`,
        refusal === 'tooLong' || refusal === 'controlCharacters' ? refusal : null,
      );
    const key = orderKey(order);
    if (seen.has(key)) faults.refuse('twice', place);
    seen.add(key);
    found.push({
      rid,
      connection: connection ?? order.connection,
      alias: faults.take(parseAlias(order.alias ?? ''), `${place}.alias`, null),
      tags: [...faults.take(parseTags(order.tags.join(',')), `${place}.tags`, [])],
      note: faults.take(parseNote(order.note), `${place}.note`, ''),
      ...(thresholds && { thresholds }),
      endpoints: checkedEndpoints(endpoints, `${place}.endpoints`, faults),
      ...(destinations && {
        destinations: checkedDestinations(destinations, presetsByKey, `${place}.destinations`, faults),
      }),
    });
  }
  return found;
}

function checkedEndpoints(
  endpoints: readonly ConfigurationEndpoint[],
  list: string,
  faults: ConfigurationFaults,
): ConfigurationEndpoint[] {
  const seen = new Set<string>();
  return endpoints.map((given, index) => {
    const place = `${list}[${index}]`;
    const { protocol, intervalMinutes } = given;
    const { host, port } = faults.take(parseEndpoint(hostAndPort(given), protocol), `${place}.host`, given);
    const name = faults.take(parseServerName(given.serverName ?? ''), `${place}.serverName`, null);
    const endpoint = { host, port, protocol, serverName: name === host ? null : name, intervalMinutes };
    if (seen.has(endpointKey(endpoint))) faults.refuse('twice', place);
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
  faults: ConfigurationFaults,
): ConfigurationDestination[] {
  const seen = new Set<string>();
  return destinations.map(({ preset: text, parts: given, folder: path, automaticUpdates }, index) => {
    const place = `${list}[${index}]`;
    const preset = presets.get(presetKey(text));
    if (preset === undefined) faults.refuse('unknownPreset', `${place}.preset`);
    else if (automaticUpdates && needsPassphrase(preset))
      faults.refuse('badValue', `${place}.automaticUpdates`, 'needsPassphrase');
    if (given !== null && text !== 'pem') faults.refuse('badValue', `${place}.parts`, 'partsUnsuitable');
    const folder = faults.take(parseFolder(path), `${place}.folder`, path);
    const named = exportParts.filter((part) => given?.includes(part) !== false);
    const parts = named.length === exportParts.length ? null : named;
    const destination = { preset: preset?.name ?? text, parts, folder, automaticUpdates };
    if (seen.has(destinationKey(destination))) faults.refuse('twice', place);
    seen.add(destinationKey(destination));
    return destination;
  });
}

function checkedPresets(
  presets: readonly ConfigurationPreset[],
  faults: ConfigurationFaults,
): ConfigurationPreset[] {
  const names = new Set<string>();
  return presets.map((preset, index) => {
    const place = `presets[${index}]`;
    const name = faults.take(validateUniqueName(preset.name, names), `${place}.name`, preset.name);
    names.add(comparableName(name));
    const problem = presetProblem(preset);
    if (problem !== null) {
      const part = problem.index === null ? 'folder' : `files[${problem.index}]`;
      faults.refuse('badValue', `${place}.${part}`, problem.reason);
    }
    return { ...preset, name };
  });
}
