import type { HelpfulOffer, HelpResult } from '../domain/helpfulAction.ts';
import type { Translate } from './types.ts';

/** A longer folder would make the label unreadable. */
const FOLDER_MAX = 32;

/** The label of what helps an order first. */
export function helpfulText({ action, folder }: HelpfulOffer, t: Translate): string {
  if (action !== 'exportTo') return t(`helpful.${action}`);
  return t('helpful.exportTo', { folder: shortFolder(folder ?? '', FOLDER_MAX) });
}

/** What was done; `null`: it shows by itself, or opened a window. */
export function helpResultText(result: HelpResult, t: Translate): string | null {
  switch (result.kind) {
    case 'opened':
    case 'started':
      return null;
    case 'upToDate':
    case 'tightened':
      return t(`helpful.done.${result.kind}`);
    case 'updated':
    case 'exported': {
      const text =
        result.kind === 'updated'
          ? t('helpful.done.updated', { count: result.folders })
          : t('helpful.done.exported', { count: result.files });
      return result.problem === null ? text : t(`helpful.done.${result.problem}`, { text });
    }
  }
}

/** The beginning and the end of a path of more than `most` characters (code points): the end tells folders apart. */
function shortFolder(folder: string, most: number): string {
  const characters = [...folder];
  if (characters.length <= most) return folder;
  const start = Math.floor((most - 1) / 3);
  return `${characters.slice(0, start).join('')}…${characters.slice(start + 1 - most).join('')}`;
}
