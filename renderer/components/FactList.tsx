import type { ReactNode } from 'react';
import type { CopiedText } from '#shared/domain/copiedText.ts';
import { CopyButton } from './CopyButton.tsx';
import { cx } from './cx.ts';

/** A list of names and values. */
export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className="flex flex-col gap-2">{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** What the copy button copies; no button without it. */
  readonly copy?: CopiedText | undefined;
  readonly monospace?: boolean;
  readonly children: ReactNode;
}

/** One name and its value in a `FactList`. */
export function Fact({ name, copy, monospace = false, children }: FactProps) {
  return (
    <div className="group/copied grid grid-cols-[104px_minmax(0,1fr)_24px] items-start gap-x-2">
      <dt className="pt-0.5 text-xs text-muted">{name}</dt>
      <dd
        data-selectable
        className={cx(
          'min-w-0 pt-0.5 text-xs break-words text-ink',
          monospace && 'font-mono text-2xs leading-4.5',
        )}
      >
        {children}
      </dd>
      {copy !== undefined && copy !== '' && (
        <dd>
          <CopyButton quiet text={copy} label={name} />
        </dd>
      )}
    </div>
  );
}
