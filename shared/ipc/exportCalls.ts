import { DRAGGED_ORDERS_MAX, type DraggedFiles } from '../domain/dragOut.ts';
import { exportParts } from '../domain/export.ts';
import { presetDraftSchema } from '../domain/presetDraft.ts';
import type { ExportPreset } from '../domain/presets/presets.ts';
import { textLimits } from '../domain/textLimits.ts';
import type { OrderWrite, RestoreResult } from '../domain/writeResult.ts';
import type { Result } from '../result.ts';
import { z } from '../zod.ts';
import { type CallSpec, call, command, id, ids, secret } from './call.ts';

/** The calls that write files: exports, their copies and destinations, dragged files, and presets. */
export const exportCalls = {
  /**
   * Opens the native dialog unless `into` names a folder, then fetches, and writes unless there is something to review. The
   * first export to a planned destination is always reviewed. The job arrives by `app:delta`. `null` when the user closed
   * the dialog.
   */
  'export:start': call(
    z.object({
      orderIds: ids,
      presetId: id,
      /** Which of the four files of the preset `pem`; `null`: all. Ignored with other presets. */
      parts: z.array(z.enum(exportParts)).min(1).max(4).nullable(),
      container: z.enum(['folder', 'zip']),
      /**
       * A copy or a planned destination, into whose folder is exported; `null`: the user chooses a folder or ZIP file in the
       * native dialog.
       */
      into: id.nullable(),
      /** Exports the material of this delivery instead of what the service has now; only with a single order. */
      deliveryId: id.nullable(),
    }),
  ).returning<Result<string | null>>(),
  /**
   * `passphrase`: of the job's PKCS#12 files; kept until the files are written and verified. A job that `asksToAccept` is
   * confirmed in a native dialog first, as is `replace` for files that are not the orders' own in a folder that was not
   * chosen for this export. Errors then: `consent`, `tooOften`. `keepOthers`: only the orders' own files are replaced.
   */
  'export:confirm': call(
    z.object({
      jobId: id,
      conflicts: z.enum(['replace', 'keepOthers']),
      passphrase: secret.nullable(),
    }),
  ).returning<Result<null>>(),
  'export:cancel': call(id).returning<null>(),
  'export:dismiss': call(id).returning<null>(),
  'export:reveal': call(id).returning<null>(),
  /** Exports what failed in a finished job again, to the same place. The answer is the new job's id. `busy`, `unknownId`. */
  'export:retry': call(id).returning<Result<string>>(),
  /**
   * Exports orders again, each to its last destination, without a dialog: one result per order. A result `needsReview` wants
   * the export dialog of that order. Error: `busy` while another export is running.
   */
  'export:again': call(ids).returning<Result<readonly OrderWrite[]>>(),
  /** Removes planned destinations; unknown ids are skipped. Error: `storage`. */
  'planned:remove': call(ids).returning<Result<null>>(),
  /** Undoes removals of this session. Errors: `unknownId` if none is left, `storage`. */
  'planned:restore': call(ids).returning<Result<null>>(),
  /** Checks these copies; `null`: all. */
  'copies:verify': call(ids.nullable()).returning<null>(),
  /**
   * Updates copies in place. `overwriteChanged`: the user agreed to overwrite files that another program changed.
   * `reviewed`: fingerprint of a certificate that the user accepted despite its findings. Errors: `busy`, `unknownId`; those
   * of a single copy are in its result.
   */
  'copies:refresh': call(
    z.object({ ids, overwriteChanged: z.boolean(), reviewed: z.string().max(64).nullable() }),
  ).returning<Result<readonly OrderWrite[]>>(),
  /** Forgets copies; the files stay. */
  'copies:forget': call(ids).returning<Result<null>>(),
  /** Removes permissions that files were not written with. */
  'copies:tighten': call(ids).returning<Result<null>>(),
  /** All or none. Errors: `unknownId`, also of one whose update needs a passphrase; `storage`. */
  'copies:setAutoRefresh': call(z.object({ ids, autoRefresh: z.boolean() })).returning<Result<null>>(),
  /**
   * Swaps the files with the previous ones, and turns automatic updates off. Errors: `busy`; `unknownId`, also without a
   * backup; `fileSystem`, `storage`.
   */
  'copies:restore': call(z.object({ id, overwriteChanged: z.boolean() })).returning<Result<RestoreResult>>(),
  /**
   * Sets the command to run after each update of these copies, once the user agreed in one native dialog; `null` removes
   * it. Errors: `unknownId`, `invalidInput` of `command`, `consent`, `tooOften`, `storage`.
   */
  'copies:setCommand': call(
    z.object({
      ids,
      command: command.nullable(),
    }),
  ).returning<Result<null>>(),
  /** Runs the command of a copy now; the result arrives by `app:delta`. Errors: `unknownId`, `busy`. */
  'copies:runCommand': call(id).returning<Result<null>>(),
  'copies:reveal': call(id).returning<null>(),
  /**
   * Writes the files of orders for a drag out of the window. With keys the user agrees in a native dialog first. Errors:
   * `busy`, `unknownId`, `fileSystem`, `consent`, `tooOften`; those of an order are in the answer.
   */
  'drag:prepare': call(
    z.object({ orderIds: z.array(id).min(1).max(DRAGGED_ORDERS_MAX), withKey: z.boolean() }),
  ).returning<Result<DraggedFiles>>(),
  /** Begins the drag of prepared files, while the pointer's button is held, and says whether programs of this desktop may refuse it without a word. Error: `unknownId`. */
  'drag:start': call(z.string().max(textLimits.name)).returning<Result<{ readonly mayBeRefused: boolean }>>(),
  /** Adds or changes a custom preset. Errors: `invalidInput` of the preset's fields, `unknownId`, `storage`. */
  'presets:save': call(presetDraftSchema.extend({ id: id.nullable() })).returning<Result<ExportPreset>>(),
  'presets:remove': call(id).returning<Result<null>>(),
} as const satisfies Record<string, CallSpec<z.ZodType, unknown>>;
