/** The name of a key as it is written on it. */
export function Key({ label }: { readonly label: string }) {
  return (
    <kbd className="rounded border border-line-strong px-1.5 font-sans text-2xs leading-4.5">{label}</kbd>
  );
}
