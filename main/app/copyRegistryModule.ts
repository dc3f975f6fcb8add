import { CopyRegistry } from '#main/deployment/copies/copyRegistry.ts';
import { CopyVerifier } from '#main/deployment/copies/copyVerifier.ts';
import { nodeReadOnlyFs } from '#main/deployment/copies/fileCheck.ts';
import { createCopyRepository } from '#main/storage/copyRepository.ts';
import type { Base } from './base.ts';

/** The registry of exported files and their checks, which exports need. */
export interface CopyRegistryModule {
  readonly copyRegistry: CopyRegistry;
  readonly copyVerifier: CopyVerifier;
}

export function createCopyRegistryModule({ database, clock, newId, logger }: Base): CopyRegistryModule {
  const repository = createCopyRepository(database);
  const copyRegistry = new CopyRegistry({ repository, clock, newId, logger });
  return { copyRegistry, copyVerifier: new CopyVerifier(copyRegistry, nodeReadOnlyFs, clock, logger) };
}
