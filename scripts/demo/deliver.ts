import { join } from 'node:path';
import { projectFolder } from '../lib/paths.ts';
import { run } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';

/** What is delivered from which running service, and to where. */
export type DeliverOrder = {
  /** The control endpoint of the service. */
  readonly controlUrl: string;
  readonly rid: string;
  readonly address: string;
  /** A file with the signing secret: on a command line others could read it. */
  readonly secretFile: string;
};

/** The arguments of the reference service that renew an order and deliver it. */
export function deliverArguments({ controlUrl, rid, address, secretFile }: DeliverOrder): readonly string[] {
  return [
    'deliver',
    '--renew',
    ...['--control', controlUrl],
    ...['--rid', rid],
    ...['--to', address],
    ...['--secret-file', secretFile],
  ];
}

/**
 * Lets the reference service renew an order and deliver it. Gives the service's verdict in its own words, such as
 * `succeeded: HTTP 204 after 12 ms`. Throws `StopError` when it did not succeed.
 */
export async function deliver(order: DeliverOrder): Promise<string> {
  const script = join(projectFolder, 'test', 'service', 'main.ts');
  const { code, output } = await run(process.execPath, [script, ...deliverArguments(order)]);
  if (code !== 0) throw new StopError(`The delivery did not arrive: ${output.trim()}`);
  return output.trim();
}
