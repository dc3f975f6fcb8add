import { LoaderCircle } from 'lucide-react';

/** Turning circle for work under way. Decoration: the words beside it say what is happening. */
export function Spinner({ size = 14 }: { readonly size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="animate-spin text-current" />;
}
