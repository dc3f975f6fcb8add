import { sep } from 'node:path';
import { type CertificateTimes, replaces } from '#shared/domain/certificate.ts';
import { endOf } from '#shared/domain/chainEnd.ts';
import { type CopyBundleView, type CopyState, worseState } from '#shared/domain/copy.ts';
import type { OrderRow } from '#shared/domain/order.ts';
import { needsPassphrase } from '#shared/domain/presetFormat.ts';
import type { ProgramRun } from '#shared/domain/programRun.ts';
import { visibleText } from '#shared/text.ts';
import { type CopyBundle, type CopyOutline, folderOf } from './copyRecord.ts';
import type { BundleCheck, FileFinding } from './fileCheck.ts';

function stateOf(finding: FileFinding, outdated: boolean): CopyState {
  if (finding !== 'asWritten') return finding;
  return outdated ? 'stale' : 'fresh';
}

/** Whether writing the files needs a passphrase, and so the user. */
export function needsPassphraseOf({ files }: Pick<CopyBundle, 'files'>): boolean {
  return needsPassphrase({ files: files.map(({ spec }) => spec) });
}

/** An exported file that has a server certificate, unchanged since it was written. Times in Unix ms. */
export interface CertificateFile
  extends Pick<CopyBundle, 'orderId' | 'fingerprint256' | 'notBefore' | 'notAfter'> {
  /** Absolute, links resolved. */
  readonly path: string;
}

/** The files of a bundle that have a server certificate and are unchanged by its last check. */
export function certificateFilesOf(
  bundle: CopyBundle,
  check: BundleCheck | null,
): readonly CertificateFile[] {
  const { orderId, fingerprint256, notBefore, notAfter } = bundle;
  return bundle.files.flatMap(({ path, spec }) => {
    const finding = check?.files.get(path)?.finding;
    const isKnown = finding === 'asWritten' || finding === 'wider';
    if (!isKnown || !spec.parts.includes('leaf')) return [];
    return { orderId, path, fingerprint256, notBefore, notAfter };
  });
}

/** What follows the home folder in a path, such as `/tls`, or nothing; `null`: the path is elsewhere. */
export function pathBelow(path: string, home: string): string | null {
  if (home === '' || home === sep) return null;
  return path === home || path.startsWith(`${home}${sep}`) ? path.slice(home.length) : null;
}

/** A path for display: the home folder is `~`, and invisible characters are spelled out. */
export function shortPath(path: string, home: string): string {
  const below = pathBelow(path, home);
  return visibleText(below === null ? path : `~${below}`);
}

/** What exported files should have: the certificate of an order, and the end of its chain. */
export type WantedCertificate = CertificateTimes & Pick<OrderRow, 'chainEnd'>;

/** Whether an order has a newer certificate than exported files, or the same one with a chain that expires later. */
export function isOutdated(bundle: CopyOutline, order: WantedCertificate): boolean {
  const isSame = order.fingerprint256 === bundle.fingerprint256;
  return isSame ? endOf(bundle) < (endOf(order) ?? 0) : replaces(order, bundle);
}

/** What the window shows of a bundle. `check` is `null` before the first one. */
export function toCopyView(
  bundle: CopyBundle,
  order: WantedCertificate,
  check: BundleCheck | null,
  home: string,
  lastRun: ProgramRun | null = null,
): CopyBundleView {
  const { id, orderId, presetId, notAfter, chainEnd, writtenAt, autoRefresh } = bundle;
  const outdated = isOutdated(bundle, order);
  const files = bundle.files.map(({ name, hasKey, path }) => {
    const finding = check?.files.get(path)?.finding;
    return { name, hasKey, state: finding === undefined ? null : stateOf(finding, outdated) };
  });
  return {
    id,
    orderId,
    folder: shortPath(folderOf(bundle), home),
    target: shortPath(bundle.target, home),
    presetId,
    files,
    state: files.reduce<CopyState | null>((worst, { state }) => worseState(worst, state), null),
    outdated,
    notAfter,
    chainEnd,
    writtenAt,
    checkedAt: check?.at ?? null,
    autoRefresh,
    needsPassphrase: needsPassphraseOf(bundle),
    previous: bundle.previous && { leaf: bundle.previous.record },
    command: bundle.command,
    lastRun,
  };
}
