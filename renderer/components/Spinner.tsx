import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

/** Turning circle for work under way. Decoration: the words beside it say what is happening. */
export function Spinner({ size = 14 }: { readonly size?: number }) {
  return (
    <LoaderCircle
      size={size}
      strokeWidth={1.25}
      absoluteStrokeWidth
      aria-hidden
      className="animate-spin text-current"
    />
  );
}

/** A turning circle in the place of a label, which keeps its width and stays readable for assistive technology. */
export function SpinnerInPlaceOf({ children }: { readonly children: ReactNode }) {
  return (
    <span className="relative inline-flex items-center justify-center gap-[inherit]">
      <span className="inline-flex items-center gap-[inherit] opacity-0">{children}</span>
      <span className="absolute">
        <Spinner />
      </span>
    </span>
  );
}
