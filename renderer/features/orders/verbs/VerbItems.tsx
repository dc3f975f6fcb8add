import { Fragment } from 'react';
import { MenuItem, MenuSeparator } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { shortcutOf, type Verb } from './verbs.ts';

interface VerbItemsProps {
  readonly groups: readonly (readonly Verb[])[];
  readonly rows: readonly OrderRow[];
  /** Whether the items show their keys, which then work in the menu. */
  readonly hasKeys?: boolean;
}

/** The items of a menu for what can be done with these orders. */
export function VerbItems({ groups, rows, hasKeys = false }: VerbItemsProps) {
  const t = useT();
  return groups.map((group, index) => (
    <Fragment key={group[0]?.id}>
      {index > 0 && <MenuSeparator />}
      {group.map((verb) => (
        <MenuItem
          key={verb.id}
          icon={verb.icon}
          danger={verb.isDanger === true}
          shortcut={hasKeys ? shortcutOf(verb, t) : undefined}
          onSelect={() => verb.run(rows)}
        >
          {verb.text(t)}
        </MenuItem>
      ))}
    </Fragment>
  ));
}
