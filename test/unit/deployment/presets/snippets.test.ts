import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presetExamples, type ServerExample } from '#scripts/vitest/presetServers.ts';
import { reloadCommand, snippetOf } from '#shared/domain/presetServer.ts';
import { builtinPresets, type PresetServer, presetServers } from '#shared/domain/presets/presets.ts';
import { soakCount } from '#test/support/soak.ts';

/** The snippet of a built-in preset, with its files at these paths. */
function snippetAt(server: PresetServer, pathAt: (index: number) => string | undefined): string | null {
  const files = builtinPresets.find(({ id }) => id === server)?.files ?? [];
  return snippetOf(
    server,
    files.map(({ format, parts }, index) => ({ format, parts, path: pathAt(index) ?? '' })),
  );
}

/** Paths with what could mean something in a configuration. */
const paths = fc
  .array(
    fc.oneof(
      fc.constantFrom('"', "'", '\\', '$', '{', ' ', ';', '#', '&', '<', '‘', '’', '‚', '‛', '`'),
      fc.string(),
    ),
  )
  .map((pieces) => `/${pieces.join('')}`);

describe.each(presetServers)('the preset of %s', (server) => {
  const example: ServerExample = presetExamples[server];

  it('has a snippet with the paths of its files', () => {
    expect(snippetAt(server, (index) => example.paths[index])).toBe(example.snippet);
  });

  it('has no snippet for a path that its language cannot express', () => {
    for (const path of example.refused)
      expect(
        snippetAt(server, () => path),
        path,
      ).toBeNull();
  });

  it('has a snippet that is read as exactly the path, for any path', () => {
    let read = 0;
    fc.assert(
      fc.property(paths, (path) => {
        const snippet = snippetAt(server, () => path);
        if (snippet === null) return;
        read += 1;
        expect(example.read(snippet)).toBe(path);
      }),
      { numRuns: soakCount(2_000) },
    );
    expect(read).toBeGreaterThan(20);
  });

  it('has a command that reloads it on a system, if one fits every installation', () => {
    for (const platform of ['linux', 'win32'] as const)
      expect(reloadCommand(server, platform)?.join(' ')).toBe(example.reload?.[platform]);
    expect(reloadCommand(server, 'darwin')).toEqual(reloadCommand(server, 'linux'));
  });
});

it('without a server there is no command that reloads it', () => {
  expect(reloadCommand(null, 'linux')).toBeNull();
});
