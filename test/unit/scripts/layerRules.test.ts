import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { toolPath } from '#scripts/lib/tools.ts';

type Rule = {
  readonly file: string;
  readonly refused: readonly string[];
  readonly allowed: readonly string[];
};

const electron = ['electron', 'electron/main'];
const root = [
  '#main/compositionRoot.ts',
  '../compositionRoot.ts',
  '#main/composition/x.ts',
  '../composition/x.ts',
  '#main/index.ts',
  '../index.ts',
];
const outside = [
  '#renderer/x.ts',
  '#test/x.ts',
  '#scripts/x.ts',
  '../../test/x.ts',
  '../../renderer/x.ts',
  'react',
];
const folder = (name: string) => [`#main/${name}/x.ts`, `../${name}/x.ts`];
const features = [
  'alerts',
  'api',
  'certificates',
  'cli',
  'connections',
  'copies',
  'diagnostics',
  'endpoints',
  'export',
  'hooks',
  'inbox',
  'log',
  'orders',
  'pkcs12',
  'probe',
  'receiver',
  'renewals',
  'report',
  'settings',
  'status',
  'update',
  'vault',
];

const rules: readonly Rule[] = [
  {
    file: 'shared/domain/a.ts',
    refused: [
      ...electron,
      'node:fs',
      '#main/lib/x.ts',
      '../../main/lib/x.ts',
      '#renderer/x.ts',
      '#test/x.ts',
      'react',
    ],
    allowed: ['zod', '../result.ts', '#shared/errors.ts', '../ipc/contract.ts'],
  },
  {
    file: 'renderer/features/orders/A.tsx',
    refused: [
      ...electron,
      'node:fs',
      '#main/lib/x.ts',
      '../../../main/lib/x.ts',
      '#test/x.ts',
      '#scripts/x.ts',
      'undici',
    ],
    allowed: ['react', '#shared/ipc/contract.ts', '#renderer/bridge.ts', '../../stores/x.ts'],
  },
  ...features.map((feature) => ({
    file: `main/${feature}/a.ts`,
    refused: [...electron, ...outside, ...root, ...['desktop', 'ipc', 'storage'].flatMap(folder)],
    allowed: ['undici', 'node:fs', '#shared/ipc/contract.ts', ...folder('lib'), './x.ts'],
  })),
  ...['secrets', 'storage'].map((adapter) => ({
    file: `main/${adapter}/a.ts`,
    refused: [...electron, ...outside, ...root, ...['desktop', 'ipc'].flatMap(folder)],
    allowed: ['keytar', 'node:sqlite', ...folder('orders'), ...folder('lib')],
  })),
  {
    file: 'main/ipc/a.ts',
    refused: [...electron, ...outside, ...root, ...['desktop', 'secrets', 'storage'].flatMap(folder)],
    allowed: ['#shared/ipc/contract.ts', ...folder('orders')],
  },
  {
    file: 'main/lib/a.ts',
    refused: [
      ...electron,
      ...outside,
      ...root,
      ...[...features, 'desktop', 'ipc', 'secrets', 'storage'].flatMap(folder),
    ],
    allowed: ['node:fs', '#shared/result.ts', './clock.ts'],
  },
  {
    file: 'main/desktop/a.ts',
    refused: [...outside, ...root],
    allowed: [...electron, '#shared/ipc/contract.ts', ...folder('orders'), ...folder('lib')],
  },
  {
    file: 'main/preload.ts',
    refused: ['#renderer/x.ts', '#test/x.ts', './compositionRoot.ts', 'react'],
    allowed: ['electron', '#shared/ipc/channels.ts'],
  },
  {
    file: 'main/index.ts',
    refused: ['#renderer/x.ts', '#test/x.ts', '../test/x.ts', 'react'],
    allowed: ['electron', './compositionRoot.ts', './desktop/x.ts'],
  },
  {
    file: 'main/compositionRoot.ts',
    refused: [...electron, '#renderer/x.ts', '#test/x.ts', './index.ts', 'react'],
    allowed: ['./composition/x.ts', './desktop/x.ts', './ipc/x.ts', './storage/x.ts', '#main/secrets/x.ts'],
  },
  {
    file: 'main/composition/a.ts',
    refused: [...electron, ...outside, '#main/compositionRoot.ts', '../compositionRoot.ts', '../index.ts'],
    allowed: ['./x.ts', ...['desktop', 'ipc', 'storage', 'secrets', 'orders'].flatMap(folder)],
  },
];

let tree = '';
const refusedLines = new Set<string>();

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'layer-rules-'));
  const config = JSON.parse(readFileSync(join(projectFolder, 'biome.json'), 'utf8'));
  writeFileSync(join(tree, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const { file, refused, allowed } of rules) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), [...refused, ...allowed].map((name) => `import '${name}';`).join('\n'));
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

it.each(rules)('$file may not import what is not of its layer, and may import the rest', (rule) => {
  const isRefused = (_: string, line: number) => refusedLines.has(`${rule.file}:${line + 1}`);
  const names = [...rule.refused, ...rule.allowed];
  expect(names.filter(isRefused)).toEqual(rule.refused);
});
