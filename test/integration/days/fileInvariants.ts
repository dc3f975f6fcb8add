import { createPrivateKey, X509Certificate } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endOf } from '#shared/domain/chainEnd.ts';
import type { CopyBundleView } from '#shared/domain/copy.ts';
import { type OrderRow, serviceKey } from '#shared/domain/order.ts';
import type { ReferenceService } from '#test/service/referenceService.ts';
import { fingerprintOf, pemFilesIn } from './folderPair.ts';
import type { Life } from './life.ts';

/** A container that has a key. */
const CONTAINER = /\.(?:p12|pfx|jks)$/u;

interface Exported {
  readonly copies: readonly CopyBundleView[];
  /** Folders whose files another program changed. */
  readonly spoiled: ReadonlySet<string>;
}

/** Every export has one key and its certificate, and only the owner reads the key. @param targets the folders into which the user exports */
export function folderProblems(targets: readonly string[], { copies, spoiled }: Exported): readonly string[] {
  const exports = Map.groupBy(copies, ({ folder }) => folder);
  const exportsIn = (folder: string) =>
    (exports.get(folder) ?? []).map(({ files }) => new Set(files.map(({ name }) => name)));
  return targets.flatMap((target) =>
    readdirSync(target, { withFileTypes: true }).flatMap((entry) => {
      const path = join(target, entry.name);
      if (/^\.notafter-[0-9a-f]+\.tmp$/u.test(entry.name)) return [`${path} is left`];
      if (entry.name.startsWith('.')) return [];
      if (!entry.isDirectory()) return /\.zip$/u.test(entry.name) ? openProblems(path) : [];
      return spoiled.has(path) ? [] : pairProblems(path, exportsIn(path));
    }),
  );
}

/** Copies that are shown as current have the certificate of their order. */
export function currentProblems(
  { copies, spoiled }: Exported,
  orders: ReadonlyMap<string, OrderRow>,
  service: Pick<ReferenceService, 'rids' | 'order'>,
): readonly string[] {
  return copies.flatMap(({ folder, files, orderId, state, outdated }) => {
    const order = orders.get(orderId);
    if (order === undefined || spoiled.has(folder) || state !== 'fresh' || outdated) return [];
    // An export can fetch a renewal that no check of the order has seen yet.
    const rid = serviceKey(order);
    const newest = service.rids.includes(rid) ? service.order(rid).fingerprint256 : null;
    return leavesIn(folder, new Set(files.map(({ name }) => name)))
      .filter((leaf) => leaf !== order.fingerprint256 && leaf !== newest)
      .map((leaf) => `${folder} is said to be current and has ${leaf} instead of ${order.fingerprint256}`);
  });
}

export function fileProblems({ app, targets, spoiled }: Life): readonly string[] {
  return folderProblems(targets, { copies: app.seen().copies, spoiled });
}

/** Copies that are shown as current are, and those that are kept up to date are current. */
export function copyProblems(life: Life): readonly string[] {
  const { app, spoiled, service } = life;
  const { copies, orders, clockAheadMs } = app.seen();
  const now = life.time.clock.now() - (clockAheadMs ?? 0);
  const isCalm = life.calmMs() !== null && life.isTokenGood && Object.keys(service.faults).length === 0;
  const late = copies.flatMap(({ folder, orderId, state, outdated, autoRefresh }) => {
    const order = orders.get(orderId);
    if (order === undefined || spoiled.has(folder)) return [];
    // An expired certificate waits for the user.
    const isGood = order.failure === null && order.findings.length === 0 && (endOf(order) ?? 0) > now;
    const isLate = isCalm && autoRefresh && outdated && isGood;
    return isLate && state !== 'changed'
      ? [`${folder} is to be kept up to date, and is ${state} and outdated`]
      : [];
  });
  return [...currentProblems({ copies, spoiled }, orders, service), ...late];
}

/** The fingerprints of the leaves that the files of an export begin with. A file of the chain alone has none. */
function leavesIn(folder: string, names: ReadonlySet<string>): readonly string[] {
  return pemFilesIn(folder).flatMap(({ name, certificates }) =>
    !names.has(name) || certificates === null || /^chain/u.test(name) ? [] : fingerprintOf(certificates),
  );
}

/** A file with a key that others than its owner can read. */
function openProblems(path: string): readonly string[] {
  const mode = lstatSync(path).mode & 0o777;
  return (mode & 0o077) === 0 ? [] : [`${path} has the mode ${mode.toString(8)}`];
}

/**
 * @param exports the names of the files of each export into this folder: one may be updated, and another not. The app forgets
 * the exports of removed orders, and no longer writes their files.
 */
function pairProblems(folder: string, exports: readonly ReadonlySet<string>[]): readonly string[] {
  const areApart = (one: string, other: string) => {
    const both = exports.filter((names) => names.has(one) || names.has(other));
    return both.length !== 1 || both.some((names) => !names.has(one) || !names.has(other));
  };
  const left = readdirSync(folder).filter((name) => /^\.notafter-[0-9a-f]+\.tmp$/u.test(name));
  const files = pemFilesIn(folder);
  const keys = files.flatMap(({ name, key }) => (key === null ? [] : { name, key: createPrivateKey(key) }));
  const leaves = files.flatMap(({ name, certificates }) =>
    certificates === null || /^chain/u.test(name) ? [] : { name, leaf: new X509Certificate(certificates) },
  );
  const secret = [
    ...keys.map(({ name }) => name),
    ...files.flatMap(({ name }) => (CONTAINER.test(name) ? name : [])),
  ];
  return [
    ...left.map((name) => `${join(folder, name)} is left`),
    ...secret.flatMap((name) => openProblems(join(folder, name))),
    ...keys.flatMap(({ name, key }) =>
      leaves
        .filter((other) => !areApart(name, other.name) && !other.leaf.checkPrivateKey(key))
        .map((other) => `${join(folder, name)} does not belong to ${other.name}`),
    ),
    ...(files.some(({ text }) => text === '') ? [`${folder} has an empty file`] : []),
  ];
}
