import {
  type ExportPreset,
  type PresetFile,
  type PresetFormat,
  type PresetPart,
  type PresetServer,
  type PresetSwitching,
  presetParts,
} from '#shared/domain/preset.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';

/** A file of a preset while it is edited. */
export interface FileDraft extends PresetFile {
  /** Tells files apart, whatever is typed. */
  readonly key: number;
}

/** A preset while it is edited. */
export interface PresetFormDraft {
  readonly name: string;
  readonly folder: string;
  readonly switching: PresetSwitching;
  readonly server: PresetServer | null;
  readonly files: readonly FileDraft[];
}

/** What is sent to main, without the id. */
export type PresetFields = Omit<CallArgs<'presets:save'>, 'id'>;

const firstFile: PresetFile = {
  name: 'fullchain.pem',
  format: 'pem',
  parts: ['leaf', 'chain'],
  mode: '644',
  lineEnds: 'lf',
};

/** The draft that says what a preset says, under a name. */
export function draftOf(
  { folder, switching, server, files }: Pick<ExportPreset, 'folder' | 'switching' | 'server' | 'files'>,
  name: string,
): PresetFormDraft {
  return { name, folder, switching, server, files: files.map((file, key) => ({ ...file, key })) };
}

/** A preset that is begun with nothing to start from. */
export function emptyDraft(): PresetFormDraft {
  return draftOf({ folder: '{alias}', switching: 'rename', server: null, files: [firstFile] }, '');
}

/** The draft as main takes it. */
export function fieldsOf({ name, folder, switching, server, files }: PresetFormDraft): PresetFields {
  return {
    name: name.trim(),
    folder: folder.trim(),
    switching,
    server,
    files: files.map(({ key: _, ...file }) => ({ ...file, name: file.name.trim() })),
  };
}

/** Whether two drafts say the same. */
export function saysTheSame(one: PresetFormDraft, other: PresetFormDraft): boolean {
  return JSON.stringify(fieldsOf(one)) === JSON.stringify(fieldsOf(other));
}

/** With one more file at the end. */
export function withNewFile(draft: PresetFormDraft): PresetFormDraft {
  const key = Math.max(-1, ...draft.files.map((file) => file.key)) + 1;
  const file: FileDraft = { ...firstFile, name: '', key };
  return { ...draft, files: [...draft.files, file] };
}

/** With one file changed. */
export function withFile(draft: PresetFormDraft, changed: FileDraft): PresetFormDraft {
  return { ...draft, files: draft.files.map((file) => (file.key === changed.key ? changed : file)) };
}

/** Without one file. */
export function withoutFile(draft: PresetFormDraft, key: number): PresetFormDraft {
  return { ...draft, files: draft.files.filter((file) => file.key !== key) };
}

/** With a part at the end of the file, or without it. A file that gets the key is no longer for everybody. */
export function withPart(file: FileDraft, part: PresetPart, isWanted: boolean): FileDraft {
  const others = file.parts.filter((known) => known !== part);
  if (!isWanted) return { ...file, parts: others };
  return {
    ...file,
    parts: [...others, part],
    mode: part === 'key' && file.mode === '644' ? '600' : file.mode,
  };
}

/** With a part one place earlier (-1) or later (1). */
export function withPartMoved(file: FileDraft, part: PresetPart, by: -1 | 1): FileDraft {
  const from = file.parts.indexOf(part);
  const other = file.parts[from + by];
  if (from < 0 || other === undefined) return file;
  return { ...file, parts: file.parts.with(from + by, part).with(from, other) };
}

/** The parts that are in the file in their order, then those that are not. */
export function partsToShow({ parts }: PresetFile): readonly PresetPart[] {
  return [...parts, ...presetParts.filter((part) => !parts.includes(part))];
}

/**
 * In another format. PKCS#12 always holds key, leaf and chain, and so is not for everybody; an ending of the name that
 * belongs to the former format is exchanged.
 */
export function withFormat(file: FileDraft, format: PresetFormat): FileDraft {
  if (format === 'pem') return { ...file, format, name: file.name.replace(/\.(?:p12|pfx)$/iu, '.pem') };
  const root: readonly PresetPart[] = file.parts.includes('root') ? ['root'] : [];
  return {
    ...file,
    format,
    name: file.name.replace(/\.(?:pem|crt|cer|key)$/iu, '.p12'),
    parts: ['key', 'leaf', 'chain', ...root],
    mode: file.mode === '644' ? '600' : file.mode,
    lineEnds: 'lf',
  };
}
