import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { presetDraftSchema } from '#shared/domain/presetDraft.ts';
import type { CopyBundle, StoredCopyBundle } from './copyRecord.ts';

const agreedSchema = z.array(z.string()).readonly();
const specSchema = presetDraftSchema.shape.files.unwrap().element;

const previousSchema = z
  .object({
    // One path component, because the directory may be removed later.
    directory: z.string().regex(/^(?!\.{1,2}$)[^/\\]{1,255}$/u),
    record: z
      .object({
        presetId: z.string(),
        fingerprint256: z.string(),
        notBefore: z.number(),
        notAfter: z.number(),
        chainComplete: z.boolean(),
        writtenAt: z.number(),
        files: z
          .array(
            z.object({
              name: z.string().regex(/^(?!\.{1,2}$)[^/\\]+$/u),
              sha256: z.string(),
              size: z.int().nonnegative(),
              mode: z.int().nonnegative(),
              hasKey: z.boolean(),
              spec: specSchema,
            }),
          )
          .min(1)
          .readonly(),
      })
      .nullable(),
  })
  .nullable();

const commandSchema = z
  .array(z.string())
  .min(1)
  .refine(([program = '']) => isAbsolute(program))
  .readonly()
  .nullable();

/** The stored registry, validated. */
export interface ReadCopies {
  readonly bundles: readonly CopyBundle[];
  /** Number of bundles that are skipped as invalid. */
  readonly unusable: number;
  /** Number of bundles whose previous files or command were invalid and are dropped. */
  readonly incomplete: number;
}

/** Validates stored bundles. */
export function readStored(stored: readonly StoredCopyBundle[]): ReadCopies {
  const read = stored.flatMap((each) => usable(each) ?? []);
  return {
    bundles: read.map(({ bundle }) => bundle),
    unusable: stored.length - read.length,
    incomplete: read.filter(({ isComplete }) => !isComplete).length,
  };
}

function usable(
  stored: StoredCopyBundle,
): { readonly bundle: CopyBundle; readonly isComplete: boolean } | null {
  const agreed = agreedSchema.safeParse(stored.agreed).data;
  const switching = presetDraftSchema.shape.switching.safeParse(stored.switching).data;
  const previous = previousSchema.safeParse(stored.previous);
  const command = commandSchema.safeParse(stored.command);
  const files = stored.files.flatMap((file) => {
    const spec = specSchema.safeParse(file.spec).data;
    return spec === undefined ? [] : [{ ...file, spec }];
  });
  if (
    agreed === undefined ||
    switching === undefined ||
    files.length === 0 ||
    files.length < stored.files.length
  )
    return null;
  const optional = { previous: previous.data ?? null, command: command.data ?? null };
  return {
    bundle: { ...stored, agreed, switching, ...optional, files },
    isComplete: previous.success && command.success,
  };
}
