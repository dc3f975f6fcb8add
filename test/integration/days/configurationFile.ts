import { readFileSync, writeFileSync } from 'node:fs';
import { configurationSchema } from '#main/reporting/configuration/configurationSchema.ts';

type Configuration = ReturnType<typeof configurationSchema.parse>;
export type ConfigurationOrder = Configuration['orders'][number];

const configurationIn = (file: string) => configurationSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The orders of a configuration file. */
export function ordersIn(file: string): readonly ConfigurationOrder[] {
  return configurationIn(file).orders;
}

/** Edits the orders of a configuration file. */
export function editOrders(
  file: string,
  edit: (orders: readonly ConfigurationOrder[]) => readonly ConfigurationOrder[],
): void {
  const whole = configurationIn(file);
  writeFileSync(file, JSON.stringify({ ...whole, orders: edit(whole.orders) }));
}

/** All but one, which a number chooses. */
export function withoutOne<T>(all: readonly T[], n: number): readonly T[] {
  return all.filter((_, index) => index !== n % all.length);
}
