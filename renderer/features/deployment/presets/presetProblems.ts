import { presetProblem } from '#shared/domain/presetProblem.ts';
import type { AppError, InputField } from '#shared/errors.ts';
import { fieldsOf, type PresetFormDraft } from './presetDraft.ts';

/** What is wrong with a draft, by field. */
export interface PresetProblems {
  readonly name: AppError | undefined;
  readonly folder: AppError | undefined;
  /** By the place of the file. */
  readonly files: readonly FileProblem[];
}

export interface FileProblem {
  readonly name: AppError | undefined;
  readonly file: AppError | undefined;
}

/** Any folder that is fine by itself. */
const FINE_FOLDER = '{alias}';

/** Checks a draft as main will, and says of every field at once what is wrong with it. */
export function problemsOf(draft: PresetFormDraft): PresetProblems {
  const { name, folder, files } = fieldsOf(draft);
  const together = presetProblem({ folder: FINE_FOLDER, files });
  const found = files.map((file, index) => {
    const alone = presetProblem({ folder: FINE_FOLDER, files: [file] });
    return alone ?? (together?.index === index ? together : null);
  });
  const fine = files.filter((_, index) => found[index] === null);
  const ofFolder = presetProblem({ folder, files: fine });
  return {
    name: name === '' ? { kind: 'invalidInput', field: 'presetName', reason: 'empty' } : undefined,
    folder: ofFolder?.index === null ? asError(ofFolder) : undefined,
    files: found.map((problem) => ({
      name: problem?.field === 'presetFileName' ? asError(problem) : undefined,
      file: problem?.field === 'presetFile' ? asError(problem) : undefined,
    })),
  };
}

/** Whether there is nothing wrong. */
export function isFine({ name, folder, files }: PresetProblems): boolean {
  return [name, folder, ...files.flatMap((file) => [file.name, file.file])].every((one) => one === undefined);
}

function asError({ field, reason }: NonNullable<ReturnType<typeof presetProblem>>): AppError {
  const known: InputField = field;
  return { kind: 'invalidInput', field: known, reason };
}
