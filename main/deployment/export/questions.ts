import type { ConsentQuestion } from '#main/platform/consent/consent.ts';
import { fact, list, quote } from '#main/platform/consent/facts.ts';
import type { ExportWarning } from '#shared/domain/export.ts';
import { type OrderRow, orderTitle } from '#shared/domain/order.ts';
import type { Translate } from '#shared/i18n/types.ts';

export interface WarnedPlace {
  readonly container: 'folder' | 'zip';
  readonly target: string;
  readonly warnings: readonly ExportWarning[];
  readonly orders: readonly string[];
}

/** May private keys be written to a place with warnings? */
export function warnedPlaceQuestion(
  t: Translate,
  { container, target, warnings, orders }: WarnedPlace,
): ConsentQuestion {
  const count = orders.length;
  return {
    title: t('dialogs.consent.warnedPlace.title', { count }),
    text: warnings.map((warning) => t(`dialogs.consent.warnedPlace.${warningText(warning)}`)).join('\n'),
    facts: [
      fact(t, container === 'zip' ? 'file' : 'folder', quote(target)),
      ...warnings.flatMap((warning) => warningFact(t, warning) ?? []),
      fact(t, count === 1 ? 'order' : 'orders', list(t, orders)),
    ],
    agree: t('dialogs.consent.warnedPlace.agree'),
  };
}

function warningText(warning: ExportWarning) {
  return warning.kind === 'gitWorktree' && !warning.isAsked ? 'gitUnknown' : warning.kind;
}

function warningFact(t: Translate, warning: ExportWarning): string | null {
  switch (warning.kind) {
    case 'gitWorktree':
      return fact(t, 'worktree', quote(warning.worktree));
    case 'cloudSynced':
      return fact(t, 'syncedBy', quote(warning.service));
    case 'networkFileSystem':
      return fact(t, 'networkProtocol', quote(warning.protocol));
    default:
      return null;
  }
}

/** May these files, which another program wrote or changed, be replaced in a folder of an earlier export? */
export function replacingQuestion(t: Translate, folder: string, files: readonly string[]): ConsentQuestion {
  return {
    title: t('dialogs.consent.replacing.title', { count: files.length }),
    text: t('dialogs.consent.replacing.text'),
    facts: [fact(t, 'folder', quote(folder)), fact(t, 'files', list(t, files))],
    agree: t('dialogs.consent.replacing.agree'),
  };
}

/** May the private keys of these orders be dragged to another program? */
export function dragKeysQuestion(t: Translate, orders: readonly OrderRow[]): ConsentQuestion {
  const count = orders.length;
  return {
    title: t('dialogs.consent.dragKeys.title', { count }),
    text: t('dialogs.consent.dragKeys.text'),
    facts: [fact(t, count === 1 ? 'order' : 'orders', list(t, orders.map(orderTitle)))],
    next: t('dialogs.consent.dragKeys.next'),
    agree: t('dialogs.consent.dragKeys.agree'),
  };
}
