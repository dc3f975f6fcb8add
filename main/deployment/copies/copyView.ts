import { join, sep } from 'node:path';
import { type CertificateTimes, isNewerCertificate } from '#shared/domain/certificate.ts';
import { type CommandRun, type CopyBundleView, type CopyState, worseState } from '#shared/domain/copy.ts';
import { needsPassphrase } from '#shared/domain/preset.ts';
import { visibleText } from '#shared/text.ts';
import type { CopyBundle } from './copyRecord.ts';
import type { Sights } from './lookAtBundle.ts';
import type { Finding } from './lookAtFile.ts';

/** What is known of the files of a bundle besides the register. */
export interface Looked {
  readonly sights: Sights;
  /** Unix ms. */
  readonly at: number;
}

function stateOf(finding: Finding, outdated: boolean): CopyState {
  if (finding !== 'asWritten') return finding;
  return outdated ? 'stale' : 'fresh';
}

/** Whether files can be made without a person, who gives the passphrase of PKCS#12. */
export function asksForPassphrase({ files }: CopyBundle): boolean {
  return needsPassphrase({ files: files.map(({ spec }) => spec) });
}

/** Where the files of a bundle are, absolute. */
export function folderOf({ target, folder }: Pick<CopyBundle, 'target' | 'folder'>): string {
  return join(target, folder);
}

/** A path for people: the home folder is `~`, and what cannot be seen is spelled out. */
export function shortPath(path: string, home: string): string {
  const isBelow = home !== '' && home !== sep && (path === home || path.startsWith(`${home}${sep}`));
  return visibleText(isBelow ? `~${path.slice(home.length)}` : path);
}

/**
 * What the window shows of a bundle.
 * @param looked `null` before the first look
 * @param lastRun of its command; `null`: it was not run
 */
export function toCopyView(
  bundle: CopyBundle,
  order: CertificateTimes,
  looked: Looked | null,
  home: string,
  lastRun: CommandRun | null = null,
): CopyBundleView {
  const { id, orderId, presetId, notAfter, writtenAt, keepFresh } = bundle;
  const outdated = isNewerCertificate(bundle, order);
  const files = bundle.files.map(({ name, hasKey, path }) => {
    const sight = looked?.sights.get(path);
    return { name, hasKey, state: sight === undefined ? null : stateOf(sight.finding, outdated) };
  });
  return {
    id,
    orderId,
    folder: shortPath(folderOf(bundle), home),
    presetId,
    files,
    state: files.reduce<CopyState | null>((worst, { state }) => worseState(worst, state), null),
    outdated,
    notAfter,
    writtenAt,
    lookedAt: looked?.at ?? null,
    keepFresh,
    needsPassphrase: asksForPassphrase(bundle),
    former: bundle.former && { leaf: bundle.former.record },
    command: bundle.command,
    lastRun,
  };
}
