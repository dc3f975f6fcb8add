import { parseArgs } from 'node:util';
import { type DeliveryEncoding, deliveryEncodings } from './delivery.ts';
import { InvalidFlag, invalidReason } from './invalidFlag.ts';

/** Where the signing secret comes from. */
export type SecretSource =
  | { readonly kind: 'given'; readonly secret: string }
  | { readonly kind: 'file'; readonly path: string };

/** One delivery from the command line. */
export interface DeliverRequest {
  readonly to: string;
  readonly secret: SecretSource;
  readonly rid: string | undefined;
  readonly task: string | undefined;
  readonly encoding: DeliveryEncoding | undefined;
  readonly charset: boolean | undefined;
  /** Issue a new certificate first. */
  readonly renew: boolean;
  /** The control endpoint of the running service that has the order; undefined: an order made for this delivery. */
  readonly control: string | undefined;
  /** A file with the PEM certificates to trust. */
  readonly caFile: string | undefined;
}

/** A parsed command line of `deliver`. */
export type DeliverCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'deliver'; readonly request: DeliverRequest };

/** The environment variable that keeps the secret off the command line. */
const secretVariable = 'NOTAFTER_SIGNING_SECRET';

/** The help text, also printed after a usage error. */
export const deliverUsage = `Usage: node test/service/main.ts deliver --to <url> [options]

Pushes the material of an order to a receiver once, and prints the verdict: succeeded, failed or timed out (15 s).
Exits with 0 when it succeeded, 1 when not, 2 when the flags are wrong.

  --to <url>            the receiver address, http or https
  --secret-file <file>  a file with the signing secret on its one line
  --secret <secret>     the secret itself; process lists, the shell's history and npm's own output show it
                        Without either: the environment variable ${secretVariable}
  --rid <rid>           the order; needed with --control
  --task <name>         name of the task (default "Reference task")
  --encoding <e>        ${deliveryEncodings.join(' or ')} (default json)
  --charset             add charset=utf-8 to the content type
  --renew               issue a new certificate for the order first
  --control <url>       deliver from the running service with this controlUrl (default: from an order made for this
                        delivery, with a certificate authority that nobody knows)
  --ca <file>           PEM certificates to trust in place of the system's
  --help                show this text
`;

// Messages never contain values: the secret may be in the wrong place.
function webAddress(
  flag: string,
  text: string | undefined,
  suits: (url: URL) => boolean,
  kind: string,
): string {
  const url = URL.parse(text ?? '');
  if (text === undefined || url === null || !suits(url)) throw new InvalidFlag(`--${flag} takes ${kind}`);
  return text;
}

function encodingNamed(text: string | undefined): DeliveryEncoding | undefined {
  const encoding = deliveryEncodings.find((name) => name === text);
  if (text !== undefined && encoding === undefined) {
    throw new InvalidFlag(`--encoding takes ${deliveryEncodings.join(' or ')}`);
  }
  return encoding;
}

function secretSource(
  flag: string | undefined,
  file: string | undefined,
  variable: string | undefined,
): SecretSource {
  if (flag !== undefined && file !== undefined) {
    throw new InvalidFlag('--secret and --secret-file do not go together');
  }
  if (file !== undefined) return { kind: 'file', path: file };
  const secret = flag ?? variable;
  if (secret === undefined || secret === '') {
    throw new InvalidFlag(`The signing secret is lacking: --secret-file, --secret or ${secretVariable}`);
  }
  return { kind: 'given', secret };
}

/** Parses the arguments after `deliver`. Never throws: errors are in the result, without values. */
export function parseDeliverCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): DeliverCommand {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      // Otherwise the message for a stray word, such as the rest of a secret with a space, would repeat it.
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        secret: { type: 'string' },
        'secret-file': { type: 'string' },
        rid: { type: 'string' },
        task: { type: 'string' },
        encoding: { type: 'string' },
        charset: { type: 'boolean' },
        renew: { type: 'boolean' },
        control: { type: 'string' },
        ca: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help === true) return { kind: 'help' };
    if (positionals.length > 0) throw new InvalidFlag('There is a word that belongs to no flag');
    const { rid, control } = values;
    if (rid === '') throw new InvalidFlag('--rid takes the rid of an order');
    if (control !== undefined && rid === undefined) throw new InvalidFlag('--control needs --rid');
    return {
      kind: 'deliver',
      request: {
        to: webAddress('to', values.to, ({ protocol }) => /^https?:$/.test(protocol), 'an http or https URL'),
        secret: secretSource(values.secret, values['secret-file'], env[secretVariable]),
        rid,
        task: values.task,
        encoding: encodingNamed(values.encoding),
        charset: values.charset,
        renew: values.renew ?? false,
        // The secret is sent there, so it must be on this computer, as every control endpoint is.
        control:
          control === undefined
            ? undefined
            : webAddress(
                'control',
                control,
                ({ protocol, hostname }) => protocol === 'http:' && hostname === '127.0.0.1',
                'the controlUrl of a service on this machine',
              ),
        caFile: values.ca,
      },
    };
  } catch (error) {
    return { kind: 'invalid', reason: invalidReason(error) };
  }
}
