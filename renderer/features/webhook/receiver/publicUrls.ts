import { create } from 'zustand';

/** The public address last tested of every hook, by its id: for this session, and known to the window alone. */
const usePublicUrls = create<Readonly<Record<string, string>>>()(() => ({}));

/** The public address of a hook as it was last tested in this session; empty before that. */
export function usePublicUrl(hookId: string): string {
  return usePublicUrls((urls) => urls[hookId] ?? '');
}

/** Keeps the public address of a hook; an empty one forgets it. */
export function keepPublicUrl(hookId: string, url: string): void {
  usePublicUrls.setState({ [hookId]: url });
}
