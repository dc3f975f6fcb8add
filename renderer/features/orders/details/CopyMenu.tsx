import { ClipboardCopy, FileBadge, KeyRound, Link2 } from 'lucide-react';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { copyKey, copyPem } from './clipboardActions.ts';

/** Copies what an order has now: its certificates at once, its private key once main has asked. */
export function CopyMenu({ id }: { readonly id: string }) {
  const t = useT();
  return (
    <Menu trigger={<IconButton icon={ClipboardCopy} label={t('orders.copy.menu')} tooltip={false} />}>
      <MenuItem icon={FileBadge} onSelect={() => void copyPem(id, 'leaf')}>
        {t('orders.copy.leaf')}
      </MenuItem>
      <MenuItem icon={Link2} onSelect={() => void copyPem(id, 'chain')}>
        {t('orders.copy.chain')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={KeyRound} onSelect={() => void copyKey(id)}>
        {t('orders.copy.key')}
      </MenuItem>
    </Menu>
  );
}
