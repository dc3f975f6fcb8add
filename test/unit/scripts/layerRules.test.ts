import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { toolPath } from '#scripts/lib/tools.ts';
import { needs } from '#scripts/vitest/needs.ts';
import { anyImports, resolveImport } from '#test/support/importGraph.ts';

/** The contexts of main/, from the top to the base: a context may import those that come after it. */
const contexts = [
  'desktop',
  'server',
  'app',
  'cli',
  'ipc',
  'storage',
  'webhook',
  'monitoring',
  'reporting',
  'orders',
  'deployment',
  'alerting',
  'credentials',
  'x509',
  'settings',
  'platform',
];

/** Upward imports of types alone. Commands take the services that `app` creates, as their types say. */
const ofTypes = ['main/cli/context.ts > main/app/base.ts', 'main/cli/context.ts > main/app/services.ts'];

/** The layers of renderer/, from the top to the base. */
const layers = ['frame', 'features', 'stores', 'components', 'hooks', 'styles'];

/** The features of renderer/, from the top to the base: a feature may import those that come after it. */
const features = ['timeline', 'webhook', 'orders', 'deployment', 'settings'];

type Import = { readonly from: string; readonly name: string; readonly to: string };

function importsBelow(folder: string): readonly Import[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: projectFolder }).flatMap((path) => {
    const from = path.replaceAll('\\', '/');
    const names = anyImports(readFileSync(join(projectFolder, from), 'utf8'));
    return names.map((name) => ({ from, name, to: resolveImport(name, from) }));
  });
}

function foldersOf(path: string): readonly string[] {
  const entries = readdirSync(join(projectFolder, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The folder below `top` that a path is in, or `null` for a file of `top` itself and for any other path. */
function partOf(path: string, top: string): string | null {
  if (!path.startsWith(`${top}/`)) return null;
  const [part, ...rest] = path.slice(top.length + 1).split('/');
  return part !== undefined && rest.length > 0 ? part : null;
}

function upward(top: string, order: readonly string[]): readonly string[] {
  return importsBelow(top)
    .filter(({ from, to }) => {
      const [importer, imported] = [partOf(from, top), partOf(to, top)];
      return importer !== null && imported !== null && order.indexOf(imported) < order.indexOf(importer);
    })
    .map(({ from, to }) => `${from} > ${to}`);
}

describe('main/', () => {
  it('has the known contexts as folders, and only entry points beside them', () => {
    expect([...foldersOf('main')].sort()).toEqual([...contexts].sort());
    const entryPoints = globSync('*.ts', { cwd: join(projectFolder, 'main') });
    expect(entryPoints.sort()).toEqual(['index.ts', 'preload.ts']);
  });

  it('imports no context from one below it, but for types of services', () => {
    expect(upward('main', contexts)).toEqual(ofTypes);
    const text = readFileSync(join(projectFolder, 'main/cli/context.ts'), 'utf8');
    expect(text.match(/^import (?!type ).*#main\/app\/.*$/gmu)).toBeNull();
  });

  it('names a file of another context from #main, and one of the same context by its relative path', () => {
    const wrong = importsBelow('main').filter(({ from, name, to }) => {
      const importer = partOf(from, 'main');
      if (importer === null || !to.startsWith('main/')) return false;
      return name.startsWith('#') === (importer === partOf(to, 'main'));
    });
    expect(wrong).toEqual([]);
  });
});

describe('renderer/', () => {
  it('has the known layers as folders', () => {
    expect([...foldersOf('renderer')].sort()).toEqual([...layers].sort());
  });

  it('imports no layer from one below it', () => {
    expect(upward('renderer', layers)).toEqual([]);
  });

  it('has the known features as folders', () => {
    expect([...foldersOf('renderer/features')].sort()).toEqual([...features].sort());
  });

  it('imports no feature from one below it', () => {
    expect(upward('renderer/features', features)).toEqual([]);
  });
});

const needsBiome = needs(
  process.platform !== 'win32',
  'the linter checks the same on each system, and does not run in Wine',
);

describe('lint', needsBiome, () => {
  const outside = ['#renderer/x.ts', '#test/x.ts', '#scripts/x.ts', '#bench/x.ts', 'react', 'zustand'];
  const electron = ['electron', 'electron/main'];
  /** A folder that does not exist yet: the rules cover new folders too. */
  const parts = [...foldersOf('main'), 'madeToday'];
  const allowed = ['node:fs', '#shared/result.ts', '#main/platform/clock.ts', './neighbour.ts'];
  const rules = [
    ...parts.map((part) => ({
      file: `main/${part}/some/probe.ts`,
      refused: [
        ...outside,
        ...(part === 'desktop' ? [] : electron),
        '#main/index.ts',
        ...(part === 'desktop' ? [] : ['#main/desktop/x.ts']),
        ...(['desktop', 'server', 'app'].includes(part) ? [] : ['#main/app/x.ts']),
        ...(part === 'server' ? [] : ['#main/server/x.ts']),
      ],
      allowed,
    })),
    {
      file: 'main/index.ts',
      refused: [...outside, '#main/server/x.ts'],
      allowed: [...electron, '#main/app/x.ts', '#main/desktop/x.ts'],
    },
    {
      file: 'shared/domain/probe.ts',
      refused: [...outside, ...electron, 'node:fs', '#main/platform/clock.ts', 'undici'],
      allowed: ['zod', '#shared/result.ts', '../result.ts'],
    },
    ...layers.map((layer, index) => ({
      file: `renderer/${layer}/Probe.tsx`,
      refused: layers.slice(0, index).map((above) => `#renderer/${above}/x.ts`),
      allowed: layers.slice(index).map((below) => `#renderer/${below}/x.ts`),
    })),
    {
      file: 'renderer/features/orders/Probe.tsx',
      refused: [...electron, 'node:fs', '#main/platform/clock.ts', '#test/x.ts', '#scripts/x.ts', 'undici'],
      allowed: ['react', 'zustand', '#shared/result.ts', '#renderer/bridge.ts'],
    },
  ];
  let tree = '';
  const refusedLines = new Set<string>();

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'layer-rules-'));
    const config = JSON.parse(readFileSync(join(projectFolder, 'biome.json'), 'utf8'));
    writeFileSync(join(tree, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
    for (const rule of rules) {
      mkdirSync(dirname(join(tree, rule.file)), { recursive: true });
      const lines = [...rule.refused, ...rule.allowed].map((name) => `import '${name}';`);
      writeFileSync(join(tree, rule.file), lines.join('\n'));
    }
    const options = ['--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none'];
    const { stdout } = spawnSync(process.execPath, [toolPath('biome'), 'lint', ...options, '.'], {
      cwd: tree,
      encoding: 'utf8',
    });
    for (const { location } of JSON.parse(stdout).diagnostics) {
      refusedLines.add(`${location.path}:${location.start.line}`);
    }
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(rules)('refuses in $file what does not belong there, and allows the rest', (rule) => {
    const isRefused = (_: string, line: number) => refusedLines.has(`${rule.file}:${line + 1}`);
    expect([...rule.refused, ...rule.allowed].filter(isRefused)).toEqual(rule.refused);
  });
});
