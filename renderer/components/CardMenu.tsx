import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { useCardMenu } from '#renderer/hooks/useCardMenu.ts';
import { IconButton } from './IconButton.tsx';
import { Menu } from './Menu.tsx';
import { RowMenuLayer } from './RowMenuLayer.tsx';

interface CardMenuProps extends Pick<ReturnType<typeof useCardMenu>, 'menu' | 'setMenu'> {
  /** Of what the card is about. */
  readonly id: string;
  /** The name of the menu and of its button, which gets the focus back. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The menu of a card: at its button, and where the user asked for it. */
export function CardMenu({ id, menu, setMenu, label, children }: CardMenuProps) {
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} size="sm" label={label} tooltip={false} data-menu-of={id} />}
      >
        {children}
      </Menu>
      {menu !== null && (
        <RowMenuLayer
          menu={menu}
          label={label}
          row={`[data-menu-of="${CSS.escape(id)}"]`}
          onClose={() => setMenu(null)}
        >
          {children}
        </RowMenuLayer>
      )}
    </>
  );
}
