import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { projectFolder } from '#scripts/lib/paths.ts';
import { nodeVersion } from '#scripts/lib/registryNode.ts';
import {
  formerServerPackages,
  isServerPackage,
  serverPackageNames,
} from '#scripts/packaging/serverPackage.ts';

it('the packages of the program without Electron have the Node that its tests run on', () => {
  const schema = z.object({ devDependencies: z.object({ node: z.string() }) });
  const { devDependencies } = schema.parse(
    JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')),
  );
  expect(nodeVersion).toBe(devDependencies.node);
});

it('removes former packages of the program without Electron, and none of the app', () => {
  const [x64, arm64] = (['x64', 'arm64'] as const).map((processor) =>
    Object.values<string>(serverPackageNames('0.3.0', processor)),
  );
  const old = Object.values<string>(serverPackageNames('0.2.0', 'arm64'));
  const app = ['NotAfter-0.2.0-linux-amd64.deb', 'linux-unpacked'];
  const all = [...(x64 ?? []), ...(arm64 ?? []), ...old, ...app];
  expect(formerServerPackages(all, '0.3.0', ['x64'])).toEqual([...(x64 ?? []), ...old]);
  expect(formerServerPackages(all, '0.3.0', ['x64', 'arm64'])).toEqual(all.filter(isServerPackage));
  expect(all.filter(isServerPackage)).toHaveLength(6);
});
