import { createPrivateKey, X509Certificate } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceKey } from '#shared/domain/order.ts';
import type { Life } from './life.ts';

/** The files of presets that have a key, and those beside it that have the leaf first. */
const CERTIFICATES = /^-----BEGIN CERTIFICATE-----$/mu;
const KEY = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[^-]+-----END (?:[A-Z]+ )?PRIVATE KEY-----/u;

/** Every export has one key and its certificate, and only the owner reads the key. */
export function fileProblems({ app, targets, spoiled }: Life): readonly string[] {
  const exports = Map.groupBy(app.seen().copies, ({ folder }) => folder);
  const exportsIn = (folder: string) =>
    (exports.get(folder) ?? []).map(({ files }) => new Set(files.map(({ name }) => name)));
  return targets.flatMap((target) =>
    readdirSync(target, { withFileTypes: true }).flatMap((entry) => {
      const path = join(target, entry.name);
      if (/^\.notafter-[0-9a-f]+\.tmp$/u.test(entry.name)) return [`${path} is left`];
      if (entry.name.startsWith('.') || !entry.isDirectory()) return [];
      return spoiled.has(path) ? [] : folderProblems(path, exportsIn(path));
    }),
  );
}

/** Copies that are shown as current have the certificate of their order, and those that are kept up to date are current. */
export function copyProblems(life: Life): readonly string[] {
  const { app, spoiled, service } = life;
  const { copies, orders } = app.seen();
  const isCalm = life.calmMs() !== null && life.isTokenGood && Object.keys(service.faults).length === 0;
  return copies.flatMap(({ folder, files, orderId, state, outdated, autoRefresh }) => {
    const order = orders.get(orderId);
    if (order === undefined || spoiled.has(folder)) return [];
    const leaves =
      state === 'fresh' && !outdated ? files.flatMap(({ name }) => leafIn(join(folder, name))) : [];
    // An export can fetch a renewal that no check of the order has seen yet.
    const rid = serviceKey(order);
    const newest = service.rids.includes(rid) ? service.order(rid).fingerprint256 : null;
    const wrong = leaves.filter((leaf) => leaf !== order.fingerprint256 && leaf !== newest);
    const isLate = isCalm && autoRefresh && outdated && order.failure === null && order.findings.length === 0;
    return [
      ...wrong.map(
        (leaf) => `${folder} is said to be current and has ${leaf} instead of ${order.fingerprint256}`,
      ),
      ...(isLate && state !== 'changed'
        ? [`${folder} is to be kept up to date, and is ${state} and outdated`]
        : []),
    ];
  });
}

/** The fingerprint of the leaf that a file begins with; none: it has no leaf. */
function leafIn(path: string): readonly string[] {
  if (/\/chain[^/]*$/u.test(path)) return [];
  const text = readFileSync(path, 'utf8');
  if (!CERTIFICATES.test(text)) return [];
  const { fingerprint256 } = new X509Certificate(text.slice(text.indexOf('-----BEGIN CERT')));
  return [fingerprint256.replaceAll(':', '').toLowerCase()];
}

/** @param exports the names of the files of each export into this folder: one may be updated, and another not */
function folderProblems(folder: string, exports: readonly ReadonlySet<string>[]): readonly string[] {
  const areApart = (one: string, other: string) => {
    const both = exports.filter((names) => names.has(one) || names.has(other));
    return both.length > 1 || both.some((names) => !names.has(one) || !names.has(other));
  };
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const left = files.filter(({ name }) => /^\.notafter-[0-9a-f]+\.tmp$/u.test(name));
  const texts = files
    .filter(({ name }) => !name.startsWith('.'))
    .map(({ name }) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const keys = texts.flatMap(({ name, text }) => {
    const pem = KEY.exec(text)?.[0];
    return pem === undefined ? [] : [{ name, key: createPrivateKey(pem) }];
  });
  const open = keys
    .map(({ name }) => ({ name, mode: lstatSync(join(folder, name)).mode & 0o777 }))
    .filter(({ mode }) => (mode & 0o077) !== 0);
  // A file of the chain alone has no certificate of a key.
  const leaves = texts
    .filter(({ name, text }) => CERTIFICATES.test(text) && !/^chain/u.test(name))
    .map(({ name, text }) => ({
      name,
      leaf: new X509Certificate(text.slice(text.indexOf('-----BEGIN CERT'))),
    }));
  return [
    ...left.map(({ name }) => `${join(folder, name)} is left`),
    ...open.map(({ name, mode }) => `${join(folder, name)} has the mode ${mode.toString(8)}`),
    ...keys.flatMap(({ name, key }) =>
      leaves
        .filter((other) => !areApart(name, other.name) && !other.leaf.checkPrivateKey(key))
        .map((other) => `${join(folder, name)} does not belong to ${other.name}`),
    ),
    ...(texts.some(({ text }) => text === '') ? [`${folder} has an empty file`] : []),
  ];
}
