import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { presetDraftSchema } from '#shared/domain/presetDraft.ts';
import type { CopyBundle, StoredCopyBundle } from './copyRecord.ts';

const agreedSchema = z.array(z.string()).readonly();
const specSchema = presetDraftSchema.shape.files.unwrap().element;

const formerSchema = z
  .object({
    // One component of a path: what it names may be removed one day.
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

/** What is in the register, read from where it is stored. */
export interface ReadCopies {
  readonly bundles: readonly CopyBundle[];
  /** How many are left out, as what is stored of them cannot be used. */
  readonly unusable: number;
  /** How many are without their former files or their command for that reason. */
  readonly incomplete: number;
}

/** Checks what is stored of bundles. */
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
  const former = formerSchema.safeParse(stored.former);
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
  const optional = { former: former.data ?? null, command: command.data ?? null };
  return {
    bundle: { ...stored, agreed, switching, ...optional, files },
    isComplete: former.success && command.success,
  };
}
