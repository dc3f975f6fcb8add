import { BellOff, X } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '#renderer/components/Button.tsx';
import { IconButton } from '#renderer/components/IconButton.tsx';
import { Menu } from '#renderer/components/Menu.tsx';
import { useT } from '#renderer/hooks/useT.ts';
import { useApp } from '#renderer/stores/appStore.ts';
import { emptySelection } from '#renderer/stores/selection.ts';
import { select } from '#renderer/stores/viewStore.ts';
import { VerbItems } from '../verbs/VerbItems.tsx';
import { possible, snoozeVerbs, type Verb, verbsIn } from '../verbs/verbs.ts';

/** The actions on the selected orders. Floats over the end of the list. */
export function SelectionBar({ ids }: { readonly ids: ReadonlySet<string> }) {
  const t = useT();
  const orders = useApp((app) => app.orders);
  const rows = [...ids].flatMap((id) => orders.get(id) ?? []);
  if (rows.length === 0) return null;
  const [first = [], ...others] = verbsIn('bar', rows);
  const button = ({ id, icon, text, short = text, run }: Verb) => (
    <BarButton key={id} icon={icon} label={short(t)} name={text(t)} onClick={() => run(rows)} />
  );
  return (
    <section
      aria-label={t('orders.selection.label')}
      className="absolute inset-x-2 bottom-4 z-20 mx-auto flex w-fit animate-fade flex-wrap items-center gap-1 rounded-xl bg-raised p-1.5 pl-3.5 shadow-pop max-[600px]:gap-0"
    >
      <span className="mr-2 text-sm font-medium whitespace-nowrap tabular" role="status">
        {t('orders.selection.count', { count: rows.length })}
      </span>
      {first.map(button)}
      <Menu trigger={<BarButton icon={BellOff} label={t('orders.action.snooze')} />}>
        <VerbItems groups={[possible(snoozeVerbs, rows)]} rows={rows} />
      </Menu>
      {others.flat().map(button)}
      <IconButton
        icon={X}
        size="sm"
        label={t('orders.selection.clear')}
        onClick={() => select(emptySelection)}
      />
    </section>
  );
}

interface BarButtonProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  readonly label: string;
  /** The full name, where the label is a short one. */
  readonly name?: string;
}

/** A button whose words are only for screen readers and its tooltip where the window is narrow. */
function BarButton({ label, name = label, ...button }: BarButtonProps) {
  return (
    <Button size="sm" variant="ghost" aria-label={name} title={name} {...button}>
      <span className="max-[600px]:sr-only">{label}</span>
    </Button>
  );
}
