import type { ExportFs } from '../export/exportFs.ts';
import { nodeExportFs } from '../export/exportFs.ts';
import { runCommand } from '../export/guards/nodeGuardPorts.ts';
import { createWindowsAcl, nodeAclFiles } from '../export/windowsAcl.ts';
import { withWindowsAcl } from '../export/windowsExportFs.ts';

/** The file system that exports write to: on Windows access lists stand for modes. */
export function exportFsFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): ExportFs {
  if (platform !== 'win32') return nodeExportFs;
  const systemRoot = environment['SystemRoot'] ?? 'C:\\Windows';
  return withWindowsAcl(nodeExportFs, createWindowsAcl({ run: runCommand, systemRoot, ...nodeAclFiles }));
}
