import { Ellipsis, FolderOpen, ScanSearch, SquareTerminal, Undo2, Unlink } from 'lucide-react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { openDialog } from '#renderer/stores/viewStore.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { forgetCopy, lookAtCopy, revealCopy } from './copyActions.ts';

/** What can be done with a copy less often. */
export function CopyMenu({ copy }: { readonly copy: CopyBundleView }) {
  const t = useT();
  const { id, folder, former, command } = copy;
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} size="sm" label={t('copies.more', { folder })} tooltip={false} />}
    >
      <MenuItem icon={FolderOpen} onSelect={() => revealCopy(copy)}>
        {t('copies.reveal')}
      </MenuItem>
      <MenuItem icon={ScanSearch} onSelect={() => lookAtCopy(copy)}>
        {t('copies.look')}
      </MenuItem>
      {(former !== null || command === null) && <MenuSeparator />}
      {former !== null && (
        <MenuItem icon={Undo2} onSelect={() => openDialog({ kind: 'putBackCopy', copyId: id })}>
          {t('copies.putBack.open')}
        </MenuItem>
      )}
      {command === null && (
        <MenuItem icon={SquareTerminal} onSelect={() => openDialog({ kind: 'copyCommand', copyId: id })}>
          {t('copies.command.open')}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Unlink} onSelect={() => void forgetCopy(copy)}>
        {t(former === null ? 'copies.forget' : 'copies.forgetWithFormer')}
      </MenuItem>
    </Menu>
  );
}
