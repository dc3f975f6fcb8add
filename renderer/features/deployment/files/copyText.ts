import { endOf } from '#shared/domain/chainEnd.ts';
import type { CopyBundleView, PreviousFilesView } from '#shared/domain/copy.ts';
import { formatTimeLeft } from '#shared/i18n/expiryText.ts';
import { formatDate, formatRelativePast } from '#shared/i18n/format.ts';
import type { Locale, Translate } from '#shared/i18n/types.ts';

/** Sentences about a copy at `now` (Unix ms), besides its state. */
export function copySentences(
  copy: Pick<CopyBundleView, 'state' | 'outdated' | 'notAfter' | 'chainEnd'>,
  now: number,
  t: Translate,
): readonly string[] {
  const { state, outdated } = copy;
  const explained =
    state === null || state === 'fresh' || state === 'stale' ? [] : [t(`copies.explained.${state}`)];
  return [...explained, copyExpiry(copy, now, t), ...(outdated ? [t('copies.outdated')] : [])];
}

/** When the certificate in the files of a copy expires or expired, at `now` (Unix ms). */
export function copyExpiry(
  copy: Pick<CopyBundleView, 'notAfter' | 'chainEnd'>,
  now: number,
  t: Translate,
): string {
  const end = endOf(copy);
  return end > now
    ? t('copies.expires', { time: formatTimeLeft(end - now, t) })
    : t('copies.expired', { ago: formatRelativePast(now - end, t) });
}

export function badFiles({ files }: Pick<CopyBundleView, 'files'>, t: Translate): readonly string[] {
  const bad = files.filter(({ state }) => state !== null && state !== 'fresh' && state !== 'stale');
  return bad.map(({ name, state }) =>
    t('copies.file', { name, state: state === null ? '' : t(`copies.state.${state}`) }),
  );
}

/** Describes the previous files, and how long their certificate is valid at `now` (Unix ms). */
export function previousFilesText({ leaf }: PreviousFilesView, now: number, t: Translate, locale: Locale) {
  if (leaf === null)
    return { what: t('copies.restore.others'), more: t('copies.restore.othersMore'), isExpired: false };
  const date = formatDate(leaf.notAfter, locale, 'local');
  const written = formatDate(leaf.writtenAt, locale, 'local');
  const isExpired = leaf.notAfter <= now;
  if (isExpired) {
    const ago = formatRelativePast(now - leaf.notAfter, t);
    return {
      what: t('copies.restore.expired', { ago, date }),
      more: t('copies.restore.expiredMore', { written }),
      isExpired,
    };
  }
  const time = formatTimeLeft(leaf.notAfter - now, t);
  return {
    what: t('copies.restore.valid', { date, time }),
    more: t('copies.restore.written', { written }),
    isExpired,
  };
}
