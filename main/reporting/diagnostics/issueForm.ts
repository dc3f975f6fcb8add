import { repositoryUrl } from '#shared/repository.ts';

/** Windows opens no longer address; GitHub answers one of more than 8 KiB with an error. */
const MOST_CHARACTERS = { win32: 2000, others: 8000 } as const;

/** Ends diagnostics that do not fit. */
const CUT = '…';

/**
 * The address of the form for a bug, with the diagnostics filled in: as many of their lines as an address can have.
 * @param diagnostics without names, addresses and secrets
 * @param platform Node's name of the operating system
 */
export function issueFormUrl(diagnostics: string, platform: string): string {
  const most = platform === 'win32' ? MOST_CHARACTERS.win32 : MOST_CHARACTERS.others;
  const lines = diagnostics.split('\n');
  for (let count = lines.length; ; count -= 1) {
    const text = count === lines.length ? diagnostics : [...lines.slice(0, count), CUT].join('\n');
    const fields = new URLSearchParams({ template: 'bug.yml', diagnostics: text });
    const url = `${repositoryUrl}/issues/new?${fields}`;
    if (url.length <= most || count === 0) return url;
  }
}
