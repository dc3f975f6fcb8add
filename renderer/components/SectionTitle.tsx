import type { ReactNode } from 'react';

/** The heading of one part of a dialog. */
export function SectionTitle({ children }: { readonly children: ReactNode }) {
  return <h3 className="text-sm font-semibold">{children}</h3>;
}
