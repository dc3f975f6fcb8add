import { emptyField, type Form, type Problems } from '#renderer/hooks/useForm.ts';
import {
  type PresetFile,
  type PresetFormat,
  type PresetMode,
  type PresetPart,
  presetParts,
} from '#shared/domain/preset.ts';
import { formatRules } from '#shared/domain/presetFormat.ts';
import { presetProblem } from '#shared/domain/presetProblem.ts';
import type { ExportPreset } from '#shared/domain/presets/presets.ts';
import type { AppError } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok, type Result } from '#shared/result.ts';

export interface FileDraft extends PresetFile {
  /** Identifies the file, whatever is typed. */
  readonly key: number;
}

export interface PresetFormDraft extends Omit<PresetFields, 'files'> {
  readonly files: readonly FileDraft[];
}

/** The fields that can have a problem: a file's name, or the file as a whole, by its index. */
type PresetField = 'name' | 'folder' | `files.${number}.${'name' | 'file'}`;
type PresetProblems = Problems<PresetField>;

export type PresetFormState = Pick<
  Form<PresetFormDraft, PresetFields, PresetField>,
  'values' | 'problems' | 'change'
>;

type PresetFields = Omit<CallArgs<'presets:save'>, 'id'>;

const firstFile: PresetFile = {
  name: 'fullchain.pem',
  format: 'pem',
  parts: ['leaf', 'chain'],
  mode: '644',
  lineEnds: 'lf',
};

/** The draft of a preset, under a name. */
export function draftOf(
  { folder, server, files }: Pick<ExportPreset, 'folder' | 'server' | 'files'>,
  name: string,
): PresetFormDraft {
  return { name, folder, server, files: files.map((file, key) => ({ ...file, key })) };
}

export function emptyDraft(): PresetFormDraft {
  return draftOf({ folder: '{alias}', server: null, files: [firstFile] }, '');
}

/** The draft as main takes it. */
export function fieldsOf({ name, folder, server, files }: PresetFormDraft): PresetFields {
  return {
    name: name.trim(),
    folder: folder.trim(),
    server,
    files: files.map(({ key: _, ...file }) => ({ ...file, name: file.name.trim() })),
  };
}

const GOOD_FOLDER = '{alias}';

/** The draft as main takes it, or what is wrong with each of its fields. */
export function checkPreset(draft: PresetFormDraft): Result<PresetFields, PresetProblems> {
  const fields = fieldsOf(draft);
  const { name, folder, files } = fields;
  const problems: PresetProblems = {};
  if (name === '') problems.name = emptyField('presetName');
  const together = presetProblem({ folder: GOOD_FOLDER, files });
  const ofFiles = files.map((file, index) => {
    const alone = presetProblem({ folder: GOOD_FOLDER, files: [file] });
    return alone ?? (together?.index === index ? together : null);
  });
  ofFiles.forEach((problem, index) => {
    if (problem === null) return;
    const part = problem.field === 'presetFileName' ? 'name' : 'file';
    problems[`files.${index}.${part}`] = asError(problem);
  });
  const good = files.filter((_, index) => ofFiles[index] === null);
  const ofFolder = presetProblem({ folder, files: good });
  if (ofFolder?.index === null) problems.folder = asError(ofFolder);
  return Object.keys(problems).length === 0 ? ok(fields) : err(problems);
}

/** The name is the one field that main refuses by itself, as another preset may have it. */
export function presetProblems(error: AppError): PresetProblems {
  return error.kind === 'invalidInput' && error.field === 'presetName' ? { name: error } : {};
}

function asError({ field, reason }: NonNullable<ReturnType<typeof presetProblem>>): AppError {
  return { kind: 'invalidInput', field, reason };
}

export function withNewFile(draft: PresetFormDraft): PresetFormDraft {
  const key = Math.max(-1, ...draft.files.map((file) => file.key)) + 1;
  const file: FileDraft = { ...firstFile, name: '', key };
  return { ...draft, files: [...draft.files, file] };
}

export function withFile(draft: PresetFormDraft, changed: FileDraft): PresetFormDraft {
  return { ...draft, files: draft.files.map((file) => (file.key === changed.key ? changed : file)) };
}

export function withoutFile(draft: PresetFormDraft, key: number): PresetFormDraft {
  return { ...draft, files: draft.files.filter((file) => file.key !== key) };
}

/**
 * With a part, or without it: in PEM at the end, in other formats in their order, and alone where a file has one part. A file
 * that gets the key is no longer readable by all.
 */
export function withPart(file: FileDraft, part: PresetPart, isWanted: boolean): FileDraft {
  const others = file.parts.filter((known) => known !== part);
  if (!isWanted) return { ...file, parts: others };
  const kept = formatRules[file.format].isSingle ? [] : others;
  const parts = file.format === 'pem' ? [...kept, part] : inOrder([...kept, part]);
  return { ...file, parts, mode: modeFor(file, parts) };
}

function inOrder(parts: readonly PresetPart[]): readonly PresetPart[] {
  return presetParts.filter((part) => parts.includes(part));
}

function modeFor({ mode }: FileDraft, parts: readonly PresetPart[]): PresetMode {
  return mode === '644' && parts.includes('key') ? '600' : mode;
}

/** With a part one place earlier (-1) or later (1). */
export function withPartMoved(file: FileDraft, part: PresetPart, by: -1 | 1): FileDraft {
  const from = file.parts.indexOf(part);
  const other = file.parts[from + by];
  if (from < 0 || other === undefined) return file;
  return { ...file, parts: file.parts.with(from + by, part).with(from, other) };
}

export function partsToShow({ parts }: PresetFile): readonly PresetPart[] {
  return [...parts, ...presetParts.filter((part) => !parts.includes(part))];
}

/**
 * In another format, with the parts that it has in common with the file, those that it always contains and the chain. The
 * name gets an ending of the new format.
 */
export function withFormat(file: FileDraft, format: PresetFormat): FileDraft {
  const rules = formatRules[format];
  const name = withExtension(file.name, formatRules[file.format].extensions, rules.extensions);
  if (format === 'pem') return { ...file, format, name };
  const common = rules.optional.filter((part) => part === 'chain' || file.parts.includes(part));
  const single = common.includes('leaf') ? 'leaf' : (common[0] ?? rules.always[0] ?? 'leaf');
  const parts = rules.isSingle ? [single] : inOrder([...rules.always, ...common]);
  return { ...file, format, name, parts, mode: modeFor(file, parts), lineEnds: 'lf' };
}

/** A name whose ending belongs to the old format and not to the new one gets the usual ending of the new one. */
function withExtension(name: string, old: readonly string[], [usual, ...others]: readonly string[]): string {
  const dot = name.lastIndexOf('.');
  const ending = name.slice(dot).toLowerCase();
  const mustChange = dot > 0 && old.includes(ending) && ![usual, ...others].includes(ending);
  return mustChange ? `${name.slice(0, dot)}${usual}` : name;
}
