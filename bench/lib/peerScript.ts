import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#scripts/lib/paths.ts';
import { DAY_MS } from '#shared/domain/thresholds.ts';
import type { BenchContext, BenchService } from './bench.ts';
import { serviceState } from './benchService.ts';
import { commandCost } from './commandCost.ts';

/** The scripts that people write instead. */
export const peers = join(projectFolder, 'bench', 'peers');

/** Orders of the service that are valid: for others commands and scripts end with an error. */
export async function chosenRids({ controlUrl }: BenchService, orders: number): Promise<readonly string[]> {
  const state = await serviceState(controlUrl);
  const now = Date.now();
  const valid = state.orders.filter(
    ({ notBefore, notAfter }) => notBefore.getTime() < now && notAfter.getTime() > now + DAY_MS,
  );
  return valid.slice(0, orders).map(({ rid }) => rid);
}

/** Runs one of the scripts over orders, which writes their files into a folder. @returns milliseconds */
export async function runScript(
  context: BenchContext,
  { baseUrl, caFile, token }: BenchService,
  words: readonly string[],
  folder: string,
  rids: readonly string[],
): Promise<number> {
  const headers = join(context.folder, 'headers');
  await writeFile(headers, `Authorization: Bearer ${token}\n`, { mode: 0o600 });
  await mkdir(folder, { recursive: true });
  return wallMs(context, [...words, baseUrl, caFile, headers, folder, ...rids]);
}

/** Runs a command that exports orders for nginx into an empty folder. Throws unless it wrote all of them. @returns milliseconds */
export async function runExport(
  context: BenchContext,
  command: readonly string[],
  folder: string,
  orders: number,
): Promise<number> {
  const words = ['export', '--all', '--preset', 'nginx', '--to', folder, '--accept-warnings'];
  // It ends with 1 when clients would refuse one of the certificates, whose files it writes all the same.
  const tolerant = ['sh', '-c', '"$@" || [ $? -eq 1 ]', 'sh'];
  const ms = await wallMs(context, [...tolerant, ...command, ...words]);
  const written = (await readdir(folder)).length;
  if (written !== orders) throw new Error(`Only ${written} of ${orders} orders were exported`);
  return ms;
}

export async function wallMs({ env }: Pick<BenchContext, 'env'>, words: readonly string[]): Promise<number> {
  return (await commandCost(words, env)).wallMs;
}
