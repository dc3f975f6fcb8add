import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOf } from '#main/deployment/copies/copyRecord.ts';
import type { FolderWishes } from '#main/deployment/export/exportDestination.ts';
import { splitCommand } from '#shared/domain/commandWords.ts';
import type { ExportItemView } from '#shared/domain/export.ts';
import { isEqual } from '#shared/isEqual.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isCommandAgreed } from './commandConsent.ts';
import type { CommandContext } from './context.ts';
import { trackedFolders } from './updateFolders.ts';

/** Reads the command of `--run`. Error: `invalidInput` of `command`. @param line `null`: there is none */
export async function readCommand(
  line: string | null,
  { base, services }: CommandContext,
): Promise<Result<readonly string[] | null>> {
  if (line === null) return ok(null);
  const words = splitCommand(line, base.desktop.platform);
  if (!words.ok) return err({ kind: 'invalidInput', field: 'command', reason: words.error });
  return services.reloadCommands.check(words.value);
}

/** Whether the command of the wishes may run in the folders of these items. Asks only for those that don't have it yet. */
export async function areWishesAgreed(
  items: readonly ExportItemView[],
  target: string,
  { command }: FolderWishes,
  context: CommandContext,
): Promise<boolean> {
  if (command === null) return true;
  const root = await realpath(target).catch(() => target);
  const having = new Map(
    trackedFolders(context.services).map(({ bundle }) => [folderOf(bundle), bundle] as const),
  );
  const folders = items.flatMap(({ orderId, folder }) => {
    const path = join(root, folder);
    const bundle = having.get(path);
    return bundle?.orderId === orderId && isEqual(bundle.command, command) ? [] : path;
  });
  return folders.length === 0 || (await isCommandAgreed(command, folders, context));
}

/** Applies the wishes to copies whose files were not written. Errors: `unknownId`, `storage`. */
export function applyWishes(
  copyIds: readonly string[],
  { autoRefresh, command }: FolderWishes,
  { services }: CommandContext,
): Result<null> {
  const kept = autoRefresh === true ? services.copyRegistry.setAutoRefresh(copyIds, true) : ok(null);
  if (!kept.ok || command === null) return kept;
  const commands = new Map(trackedFolders(services).map(({ bundle }) => [bundle.id, bundle.command]));
  const ids = copyIds.filter((id) => !isEqual(commands.get(id), command));
  return services.reloadCommands.agreed(ids, command);
}
