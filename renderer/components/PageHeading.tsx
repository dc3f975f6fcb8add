import type { ReactNode } from 'react';

/** The heading of a page or of one of its sections, with a line about it. */
export function PageHeading({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <header className="flex flex-col gap-0.5">
      <h2 className="text-xl font-semibold">{title}</h2>
      {children !== undefined && <p className="text-sm text-muted">{children}</p>}
    </header>
  );
}

/** The heading of one part of a dialog. */
export function SectionTitle({ children }: { readonly children: ReactNode }) {
  return <h3 className="text-sm font-semibold">{children}</h3>;
}
