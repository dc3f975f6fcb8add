import { repositoryUrl } from '#shared/repository.ts';
import { StopError } from '../lib/terminal.ts';

const unreleased = '## [Unreleased]';

/**
 * Moves what is under "Unreleased" to a version, and updates the links at the end, by Keep a Changelog 1.1.0.
 * @param text the whole file
 * @param release the new version, and its day as `YYYY-MM-DD`
 * @throws StopError if there is no such part, or it is empty
 */
export function releaseChangelog(
  text: string,
  { version, date }: { readonly version: string; readonly date: string },
): string {
  const [head, part] = splitAtUnreleased(text);
  const changes = part.split(/^## \[|^\[[^\]]+\]: /mu)[0] ?? '';
  if (!/^- /mu.test(changes)) throw new StopError('CHANGELOG.md has nothing under "Unreleased".');
  // A version without a link has no tag.
  const previous = /^\[(\d+\.\d+\.\d+)\]: /mu.exec(part)?.[1];
  const links = [
    `[Unreleased]: ${repositoryUrl}/compare/v${version}...HEAD`,
    `[${version}]: ${
      previous === undefined
        ? `${repositoryUrl}/releases/tag/v${version}`
        : `${repositoryUrl}/compare/v${previous}...v${version}`
    }`,
  ];
  const rest = part.replace(/^\[Unreleased\]: .*\n/mu, '');
  const olderLinks = rest.search(/^\[\d+\.\d+\.\d+\]: /mu);
  const [body, older] =
    olderLinks === -1 ? [rest, ''] : [rest.slice(0, olderLinks), rest.slice(olderLinks).trim()];
  const end = [...links, older].filter((line) => line !== '').join('\n');
  return `${head}${unreleased}\n\n## [${version}] - ${date}\n\n${body.trim()}\n\n${end}\n`;
}

function splitAtUnreleased(text: string): readonly [head: string, part: string] {
  const at = text.indexOf(`${unreleased}\n`);
  if (at === -1) throw new StopError(`CHANGELOG.md has no line "${unreleased}".`);
  return [text.slice(0, at), text.slice(at + unreleased.length + 1)];
}

/** The changes of a version, without its heading; `null` if the file has no such version. */
export function changesOf(text: string, version: string): string | null {
  const start = text.indexOf(`\n## [${version}] - `);
  if (start === -1) return null;
  const [, ...lines] = text.slice(start + 1).split('\n');
  const end = lines.findIndex((line) => /^## \[|^\[[^\]]+\]: /u.test(line));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim();
}
