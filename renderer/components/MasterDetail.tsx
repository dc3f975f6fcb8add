import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useLeave } from '#renderer/hooks/useUnsaved.ts';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

interface MasterItem {
  readonly id: string;
  readonly title: string;
  /** A second line, with the class of the colour of a dot, and its meaning for screen readers where the text does not say it. */
  readonly detail?: { readonly text: string; readonly dot: string; readonly state?: string };
}

interface MasterGroup {
  readonly title?: string;
  /** The name of the list for screen readers, where no title is shown. */
  readonly label?: string;
  readonly items: readonly MasterItem[];
}

/** A page that is none of the items, such as the form for a new one. */
interface MasterPage {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly refusal?: string | undefined;
  /** At the foot of the list. */
  readonly isLast?: boolean;
}

interface NavigationProps {
  readonly label: string;
  readonly groups: readonly MasterGroup[];
  readonly pages: readonly MasterPage[];
  readonly chosenId: string;
  /** Called for another item or page, after the question about unsaved values. */
  readonly onChoose: (id: string) => void;
}

interface MasterDetailProps extends NavigationProps {
  /** Distinguishes details with the same id: another key resets their state. */
  readonly detailKey?: string;
  readonly children: ReactNode;
}

/** A list of things beside the details of the chosen one, or above them where the page is narrow. */
export function MasterDetail({ detailKey, children, ...navigation }: MasterDetailProps) {
  return (
    <div className="grid flex-1 grid-cols-1 items-start gap-x-8 gap-y-5 min-[860px]:grid-cols-[13rem_minmax(0,1fr)]">
      <Navigation {...navigation} />
      <div key={detailKey ?? navigation.chosenId} className="max-w-180 min-w-0">
        {children}
      </div>
    </div>
  );
}

function Navigation({ label, groups, pages, chosenId, onChoose }: NavigationProps) {
  const leave = useLeave();
  const choose = (id: string) => {
    if (id !== chosenId) leave(() => onChoose(id));
  };
  return (
    <nav
      aria-label={label}
      className="flex flex-col gap-2 border-b border-line pb-4 min-[860px]:sticky min-[860px]:top-6 min-[860px]:border-b-0 min-[860px]:pb-0"
    >
      <div className="-ml-2 flex max-h-56 flex-col gap-3 overflow-y-auto p-0.5 min-[860px]:max-h-[calc(100vh-14rem)]">
        {groups.map((group) => (
          <Group key={group.title ?? ''} group={group} chosenId={chosenId} onChoose={choose} />
        ))}
      </div>
      {pages.map(({ id, icon, text, refusal, isLast }) => (
        <div key={id} className={cx('-ml-2 flex flex-col gap-2', isLast && 'border-t border-line pt-2')}>
          <Button
            icon={icon}
            variant="ghost"
            disabled={refusal !== undefined}
            aria-current={id === chosenId}
            className={cx('w-full justify-start!', id === chosenId && 'bg-accent-soft text-ink!')}
            onClick={() => choose(id)}
          >
            {text}
          </Button>
          {refusal !== undefined && <p className="text-xs text-muted">{refusal}</p>}
        </div>
      ))}
    </nav>
  );
}

interface GroupProps extends Pick<NavigationProps, 'chosenId' | 'onChoose'> {
  readonly group: MasterGroup;
}

function Group({ group: { title, label, items }, chosenId, onChoose }: GroupProps) {
  const titleId = useId();
  return (
    <section className="flex flex-col gap-0.5">
      {title !== undefined && (
        <h3 id={titleId} className="px-2 text-2xs font-medium text-faint">
          {title}
        </h3>
      )}
      <ul
        aria-label={label}
        aria-labelledby={title === undefined ? undefined : titleId}
        className="flex flex-col gap-0.5"
      >
        {items.map((item) => (
          <li key={item.id}>
            <ItemButton item={item} isCurrent={item.id === chosenId} onClick={() => onChoose(item.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ItemButtonProps {
  readonly item: MasterItem;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

function ItemButton({ item: { title, detail }, isCurrent, onClick }: ItemButtonProps) {
  return (
    <button
      type="button"
      // A long title is cut off. A tooltip of our own would take Escape from the page.
      title={title}
      aria-current={isCurrent}
      data-autofocus={isCurrent || undefined}
      onClick={onClick}
      className={cx(
        'flex w-full items-start gap-2 rounded-md px-2 text-left text-sm',
        detail === undefined ? 'py-1' : 'py-1.5',
        isCurrent ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {detail === undefined ? (
        <span className={cx('min-w-0 truncate', isCurrent && 'font-medium')}>{title}</span>
      ) : (
        <>
          <span aria-hidden className={cx('mt-1.5 size-2 shrink-0 rounded-full', detail.dot)} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{title}</span>
            <span className="block truncate text-xs text-muted">{detail.text}</span>
            {detail.state !== undefined && <span className="sr-only">{detail.state}</span>}
          </span>
        </>
      )}
    </button>
  );
}
