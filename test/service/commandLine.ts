import { parseArgs } from 'node:util';
import { InvalidFlag, invalidReason } from './invalidFlag.ts';
import type { ReferenceServiceOptions } from './referenceService.ts';
import { type Shape, shapes } from './shapes.ts';
import { parseZone } from './zones.ts';

/** A parsed command line. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | {
      readonly kind: 'run';
      readonly options: ReferenceServiceOptions;
      /** The folder of a persistent certificate authority; undefined: a new one each time. */
      readonly caDirectory: string | undefined;
    };

/** The help text, also printed after a usage error. */
export const usage = `Usage: node test/service/main.ts [options]
       node test/service/main.ts deliver [options]     pushes one delivery; deliver --help says more

The reference service: the Open API with a certificate authority of its own, on 127.0.0.1.
The first line on standard output is one JSON object: baseUrl, caFile (null without --tls), token, rids, controlUrl.

  --port <n>          port of the API, 0 to 65535 (default 0: any free one)
  --orders <n>        how many seeded orders, 0 to 100000, or "showcase" (default)
  --latency <ms>      how long every answer waits, 0 to 600000 (default 0)
  --seed <n>          decides the seeded orders (default 1)
  --tls               serve HTTPS; caFile is the root certificate to trust
  --shape <shape>     ${shapes.join(', ')} (default flat)
  --zone <zone>       zone of notAfter, such as +08:00 (default), UTC or --zone=-05:00
  --envelope-errors   with --shape envelope: refusals of a token or a rid are HTTP 200 with a code
  --ca-dir <folder>   keep the certificate authority there between runs
  --help              show this text
`;

function integer(
  flag: string,
  text: string | undefined,
  lowest: number,
  highest: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || value < lowest || value > highest) {
    throw new InvalidFlag(`--${flag} takes a whole number from ${lowest} to ${highest}, not "${text}"`);
  }
  return value;
}

function shapeNamed(text: string | undefined): Shape | undefined {
  const shape = shapes.find((name) => name === text);
  if (text !== undefined && shape === undefined) {
    throw new InvalidFlag(`--shape takes one of ${shapes.join(', ')}, not "${text}"`);
  }
  return shape;
}

function zoneNamed(text: string | undefined): number | undefined {
  const offset = text === undefined ? undefined : parseZone(text);
  if (text !== undefined && offset === undefined) {
    throw new InvalidFlag(`--zone takes a zone such as +08:00 or UTC, not "${text}"`);
  }
  return offset;
}

/** Parses the arguments after the script's name. Never throws: errors are in the result. */
export function parseCommandLine(args: readonly string[]): Command {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        orders: { type: 'string' },
        latency: { type: 'string' },
        seed: { type: 'string' },
        tls: { type: 'boolean' },
        shape: { type: 'string' },
        zone: { type: 'string' },
        'envelope-errors': { type: 'boolean' },
        'ca-dir': { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    return {
      kind: 'run',
      caDirectory: values['ca-dir'],
      options: {
        port: integer('port', values.port, 0, 65_535),
        orders: values.orders === 'showcase' ? 'showcase' : integer('orders', values.orders, 0, 100_000),
        latencyMs: integer('latency', values.latency, 0, 600_000),
        seed: integer('seed', values.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
        tls: values.tls,
        shape: shapeNamed(values.shape),
        zoneOffsetMinutes: zoneNamed(values.zone),
        envelopeErrors: values['envelope-errors'],
      },
    };
  } catch (error) {
    return { kind: 'invalid', reason: invalidReason(error) };
  }
}
