import { fingerprintOf } from '#main/orders/connections/caFiles.ts';
import type { Steps } from '#main/platform/slices.ts';
import type { ChangedField, ConfigurationChangeView } from '#shared/domain/configurationChange.ts';
import { hostAndPort } from '#shared/domain/endpoint.ts';
import type { PresetFile } from '#shared/domain/preset.ts';
import { shortName } from '#shared/text.ts';
import type { ConfigurationChange } from './compareConfigurations.ts';
import type { ConfigurationConnection } from './configurationSchema.ts';

/** A change as it is shown. */
export function changeView(change: ConfigurationChange): ConfigurationChangeView {
  const { action, kind, warnings } = change;
  const about = { action, kind, fields: shownFields(change), warnings };
  switch (change.kind) {
    case 'order':
      return { ...about, name: change.item.rid, of: change.item.connection };
    case 'endpoint':
      return { ...about, name: hostAndPort(change.item), of: change.item.rid };
    case 'destination':
      return { ...about, name: change.item.folder, of: change.item.rid };
    default:
      return { ...about, name: change.item.name, of: null };
  }
}

/** As `changeView`, in steps. */
export function* changeViews(
  changes: readonly ConfigurationChange[],
): Steps<readonly ConfigurationChangeView[]> {
  const views: ConfigurationChangeView[] = [];
  for (const change of changes) {
    views.push(changeView(change));
    yield;
  }
  return views;
}

/** What is shown of what is added: where tokens and keys go, and who is trusted there. */
const shownOfAdded: Readonly<Record<ConfigurationChange['kind'], readonly string[]>> = {
  setting: [],
  connection: ['address', 'ca'],
  order: [],
  endpoint: [],
  destination: ['preset', 'parts', 'automaticUpdates'],
  preset: ['folder', 'files'],
};

function shownFields(change: ConfigurationChange): readonly ChangedField[] {
  if (change.action === 'removed') return [];
  const after = new Map<string, unknown>(Object.entries(change.item));
  const isAdded = change.action === 'added';
  const before = new Map<string, unknown>(isAdded ? [] : Object.entries(change.before));
  const names = isAdded ? shownOfAdded[change.kind] : change.fields;
  const fields = names.flatMap((name) => differencesOf(name, before.get(name), after.get(name)));
  return isAdded ? fields.filter((field) => field.after !== null) : fields;
}

function differencesOf(name: string, before: unknown, after: unknown): readonly ChangedField[] {
  if (name === 'files') return filesDiffer((before ?? []) as PresetFile[], after as PresetFile[]);
  const [one, other] = [partsOf(before), partsOf(after)];
  const isList = one.length > 1 || other.length > 1;
  const [former, present] = isList ? [without(one, other), without(other, one)] : [one, other];
  // The same parts in another order.
  const isSame = former.length === 0 && present.length === 0;
  const texts = isSame
    ? fromDifference(joined(one), joined(other))
    : fromDifference(joined(former.slice(0, PARTS_MAX)), joined(present.slice(0, PARTS_MAX)));
  return [{ name, before: texts[0], after: texts[1] }];
}

function without(parts: readonly Part[], others: readonly Part[]): readonly Part[] {
  const keys = new Set(others.map(({ key }) => key));
  return parts.filter(({ key }) => !keys.has(key));
}

function joined(parts: readonly Part[]): string {
  return parts.map(({ text }) => text()).join(', ');
}

/** A preset has few files: each that differs has a line, with all that decides who can read what. */
function filesDiffer(before: readonly PresetFile[], after: readonly PresetFile[]): readonly ChangedField[] {
  const formerTexts = new Map(before.map((file) => [file.name, fileText(file)]));
  const texts = new Map(after.map((file) => [file.name, fileText(file)]));
  return [...new Set([...texts.keys(), ...formerTexts.keys()])].flatMap((file) => {
    const [one, other] = [formerTexts.get(file) ?? null, texts.get(file) ?? null];
    return one === other ? [] : { name: `files.${shortName(file, VALUE_MAX)}`, before: one, after: other };
  });
}

function fileText({ format, parts, mode, lineEnds }: PresetFile): string {
  return `${format} ${parts.join('+')}, ${mode}, ${lineEnds}`;
}

const VALUE_MAX = 200;
/** More parts than a value of that length can show. */
const PARTS_MAX = VALUE_MAX + 1;

/** A part of a value. The text of a certificate takes a moment, and few of many are shown. */
interface Part {
  readonly key: string;
  readonly text: () => string;
}

/** A value of the file as texts. An own certificate authority is its file with the SHA-256 of each certificate. */
function partsOf(value: unknown): readonly Part[] {
  if (isCa(value)) {
    const fileName = shortName(value.fileName, VALUE_MAX);
    return value.certificates.map((certificate) => ({
      key: `${fileName} ${certificate}`,
      text: () => `${fileName} (SHA-256 ${fingerprintOf(certificate)})`,
    }));
  }
  const isEmpty = value === null || value === undefined || value === '';
  const texts = Array.isArray(value) ? value.map(plainText) : isEmpty ? [] : [plainText(value)];
  return texts.map((text) => ({ key: text, text: () => text }));
}

/** Of an object, such as thresholds, its names and values. */
function plainText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${part}`)
    .join(' ');
}

function isCa(value: unknown): value is NonNullable<ConfigurationConnection['ca']> {
  return typeof value === 'object' && value !== null && 'certificates' in value;
}

/** Both texts on one line each, from shortly before their first difference if they are long; `null`: empty. */
function fromDifference(one: string, other: string): readonly [string | null, string | null] {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const from = Math.max(one.length, other.length) <= VALUE_MAX ? 0 : Math.max(0, start - CONTEXT);
  const shown = (text: string) => {
    if (text === '') return null;
    return shortName(from === 0 ? text : `…${text.slice(from)}`, VALUE_MAX);
  };
  return [shown(one), shown(other)];
}

/** Characters before a difference. */
const CONTEXT = 20;
