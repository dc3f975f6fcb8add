import { useT } from '#renderer/hooks/useT.ts';
import type { ExportItemView } from '#shared/domain/export.ts';

/** The files of one order: those that will be written, told apart by whether they exist, or those that were. */
export function ExportItemFiles({ item }: { readonly item: ExportItemView }) {
  const t = useT();
  const { state, folder, files } = item;
  if (state === 'ready') {
    const inTarget = (name: string) => (folder === '' ? name : `${folder}/${name}`);
    const planned = item.planned.map(inTarget);
    const conflicts = item.conflicts.map(inTarget);
    const added = planned.filter((path) => !conflicts.includes(path));
    const separator = t('common.listSeparator');
    return (
      <>
        {conflicts.length > 0 && (
          <p className="text-xs break-words text-amber">
            {t('exporting.conflicts', { files: conflicts.join(separator) })}
          </p>
        )}
        {conflicts.length > 0 && added.length > 0 && (
          <p className="text-xs break-words text-muted">
            {t('exporting.newFiles', { files: added.join(separator) })}
          </p>
        )}
        {conflicts.length === 0 && <FileNames names={planned} />}
      </>
    );
  }
  return <FileNames names={files} />;
}

function FileNames({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <ul data-selectable className="flex flex-wrap gap-x-3 font-mono text-xs break-all text-muted">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}
