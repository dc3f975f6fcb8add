import { join } from 'node:path';
import { isOlder } from '#shared/domain/certificate.ts';
import type { KnownFiles, KnownLeaf, OwnFiles, PlannedPlace } from '../export/exportPorts.ts';
import type { CopyBundle } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';
import type { ReadOnlyFs } from './fileCheck.ts';
import { isHeld } from './heldFiles.ts';
import { findingsOf, hasContent, isAsWritten, isOverwritable } from './overwrite.ts';

/**
 * The registry as exports see it. The files are read, regardless of earlier checks.
 * @param settleLeft registers what earlier writes left
 */
export function createKnownFiles(
  registry: Pick<CopyRegistry, 'find' | 'findByPath'>,
  fs: ReadOnlyFs,
  settleLeft: () => Promise<void>,
): KnownFiles {
  return {
    target: (copyId) => registry.find(copyId)?.target ?? null,
    async own(place) {
      await settleLeft();
      const { orderId, folder, existing } = place;
      const owners = existing.map((name) => registry.findByPath(join(folder, name)));
      const own = owners.filter((owner) => owner?.orderId === orderId);
      const [first, ...others] = new Set(own.flatMap((owner) => owner ?? []));
      if (first === undefined || own.length < owners.length) return null;
      const findings = (await Promise.all([first, ...others].map((copy) => findingsOf(fs, copy)))).flat();
      if (!isOverwritable(findings, 'ours')) return null;
      const isCurrent = others.length === 0 && isAsWritten(findings) && isSame(first, place);
      return factsOf(first, others, isCurrent);
    },
    async held({ orderId, presetId, folder, content }) {
      if (content === null) return null;
      const owners = content.flatMap(({ name }) => registry.findByPath(join(folder, name)) ?? []);
      // Another preset is a change that a user may still refuse: it is recorded with the write.
      const isOthers = owners.some((owner) => owner.orderId !== orderId || owner.presetId !== presetId);
      const agreed = owners[0]?.agreed ?? [];
      if (isOthers || !(await isHeld(fs, { target: folder, folder: '', agreed }, content))) return null;
      return { previous: owners[0]?.previous?.directory ?? null };
    },
  };
}

function isSame(copy: CopyBundle, { presetId, content }: PlannedPlace): boolean {
  return content !== null && copy.presetId === presetId && hasContent(copy, content);
}

function factsOf(first: CopyBundle, others: readonly CopyBundle[], isCurrent: boolean): OwnFiles {
  const copies = [first, ...others];
  return {
    copyId: first.id,
    currentSince: isCurrent ? first.writtenAt : null,
    agreed: first.agreed.filter((kind) => copies.every(({ agreed }) => agreed.includes(kind))),
    leaf: leafIn(others.reduce((newest, copy) => (isOlder(newest, copy) ? copy : newest), first)),
    chainComplete: copies.some(({ chainComplete }) => chainComplete),
  };
}

function leafIn({ fingerprint256, notBefore, notAfter }: CopyBundle): KnownLeaf {
  return { fingerprint256, notBefore, notAfter };
}
