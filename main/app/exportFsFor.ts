import type { ExportFs } from '#main/deployment/export/exportFs.ts';
import { nodeExportFs } from '#main/deployment/export/exportFs.ts';
import { runCommand } from '#main/deployment/export/guards/nodeGuardPorts.ts';
import { createWindowsAcl, nodeAclFiles } from '#main/deployment/export/windowsAcl.ts';
import { withWindowsAcl } from '#main/deployment/export/windowsExportFs.ts';

/** The file system that exports write to: on Windows access lists stand for modes. */
export function exportFsFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): ExportFs {
  if (platform !== 'win32') return nodeExportFs;
  const systemRoot = environment['SystemRoot'] ?? 'C:\\Windows';
  return withWindowsAcl(nodeExportFs, createWindowsAcl({ run: runCommand, systemRoot, ...nodeAclFiles }));
}
