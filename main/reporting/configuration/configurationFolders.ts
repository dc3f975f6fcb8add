import { realpath } from 'node:fs/promises';
import { join, parse, posix, sep, win32 } from 'node:path';
import { pathBelow } from '#main/deployment/copies/copyView.ts';
import { forEachConcurrent } from '#main/platform/forEachConcurrent.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import type { InputReason } from '#shared/errors.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { isCleanText } from '#shared/text.ts';
import type { Configuration, ConfigurationDestination } from './configurationSchema.ts';
import { destinationKey } from './configurationText.ts';

const resolvedAtOnce = 16;

function pathOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/**
 * A folder of a configuration file in its usual form, without repeated or trailing separators. Errors: `tooLong`,
 * `controlCharacters`, `notAFolder`.
 */
export function parseFolder(
  text: string,
  platform: NodeJS.Platform = process.platform,
): Result<string, InputReason> {
  if (text.length > textLimits.folder) return err('tooLong');
  if (!isCleanText(text)) return err('controlCharacters');
  const { normalize, parse, sep } = pathOf(platform);
  const [first, ...rest] = text.split(platform === 'win32' ? /[/\\]/u : '/');
  if (rest.includes('..')) return err('notAFolder');
  if (first === '~') {
    const names = rest.filter((name) => name !== '' && name !== '.');
    return ok(['~', ...names].join('/'));
  }
  // On Windows with a drive or a server: no relative path and no device.
  const absolute = platform === 'win32' ? /^[a-z]:[/\\]|^[/\\]{2}[^/\\?.]/iu : /^\//u;
  if (!absolute.test(text)) return err('notAFolder');
  const folder = normalize(text);
  const isLonger = folder !== parse(folder).root && folder.endsWith(sep);
  return ok(isLonger ? folder.slice(0, -sep.length) : folder);
}

/** How folders are written in a configuration file on this computer: below the home folder as `~/tls`. */
export class ConfigurationFolders {
  readonly #home: string;

  /** @param home absolute, its links resolved */
  constructor(home: string) {
    this.#home = home;
  }

  /** An absolute path as it is written in a file; `null`: no file can name it. */
  textOf(folder: string): string | null {
    const below = pathBelow(folder, this.#home);
    const text = below === null ? folder : `~${below.replaceAll(sep, '/')}`;
    const parsed = parseFolder(text);
    return parsed.ok && parsed.value === text ? text : null;
  }

  /** The absolute path of a folder in its usual form. */
  absolute(text: string): string {
    return text === '~' || text.startsWith('~/') ? join(this.#home, text.slice(1)) : text;
  }

  /**
   * A configuration whose folders have their links resolved as far as they exist, so that they compare equal to those that
   * files were exported to. Destinations that become the same are one.
   */
  async resolved(configuration: Configuration): Promise<Configuration> {
    const texts = new Set(
      configuration.orders.flatMap(({ destinations = [] }) => destinations.map(({ folder }) => folder)),
    );
    const resolved = new Map<string, string>();
    await forEachConcurrent([...texts], resolvedAtOnce, async (text) => {
      resolved.set(text, this.textOf(await resolvedPath(this.absolute(text))) ?? text);
    });
    const orders = configuration.orders.map(({ destinations, ...order }) =>
      destinations === undefined
        ? order
        : { ...order, destinations: withFolders(destinations, (text) => resolved.get(text) ?? text) },
    );
    return { ...configuration, orders };
  }
}

/** A path with its links resolved, as far as it exists. */
async function resolvedPath(folder: string): Promise<string> {
  const { root } = parse(folder);
  // Windows would send the user's name to the server of a network folder.
  if (root.startsWith('\\\\')) return folder;
  const names = folder.slice(root.length).split(sep);
  let known = root;
  for (const [index, name] of names.entries()) {
    const next = await realpath(join(known, name)).catch(() => null);
    if (next === null) return join(known, ...names.slice(index));
    known = next;
  }
  return known;
}

function withFolders(
  destinations: readonly ConfigurationDestination[],
  folderOf: (text: string) => string,
): ConfigurationDestination[] {
  const all = destinations.map((each) => ({ ...each, folder: folderOf(each.folder) }));
  return [...new Map(all.toReversed().map((each) => [destinationKey(each), each])).values()].toReversed();
}
