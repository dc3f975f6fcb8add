import { join } from 'node:path';
import type { SerialQueue } from '#main/platform/serialQueue.ts';
import type { Registered, WrittenBundle } from '../export/exportDestination.ts';
import type { Repairs } from '../export/repairs.ts';
import { filesOf } from './copyRecord.ts';
import type { CopyRegistry } from './copyRegistry.ts';
import { checkBundle, type ReadOnlyFs } from './fileCheck.ts';

export interface LeftIntentsPorts {
  readonly registry: Pick<CopyRegistry, 'leftIntents' | 'dropIntents'>;
  readonly fs: ReadOnlyFs;
  readonly repairs: Pick<Repairs, 'repair' | 'isInterrupted' | 'keptIn'>;
  /** That of all exports. */
  readonly writeQueue: SerialQueue;
  /** Registers written files, whose commands no one is about to run. */
  readonly register: (written: readonly WrittenBundle[]) => Registered;
}

/**
 * What writes were about to put into folders when they ended without a record, by a kill or because it could not be stored.
 * What a folder holds decides whether that happened.
 */
export class LeftIntents {
  readonly #ports: LeftIntentsPorts;
  #settling: Promise<void> | null = null;

  constructor(ports: LeftIntentsPorts) {
    this.#ports = ports;
  }

  /**
   * Repairs the folders, and registers those that hold what was intended; an intent ends when its folder holds something
   * else. Folders that can't be read are looked at another time. Rejects for bugs only.
   */
  settle(): Promise<void> {
    if (this.#settling === null && this.#ports.registry.leftIntents().length === 0) return Promise.resolve();
    this.#settling ??= this.#ports.writeQueue
      .run(() => this.#settle())
      .finally(() => {
        this.#settling = null;
      });
    return this.#settling;
  }

  async #settle(): Promise<void> {
    const { registry, register } = this.#ports;
    // A later write to the same files overrides an earlier one.
    const held: WrittenBundle[] = [];
    const other: string[] = [];
    for (const [id, intended] of registry.leftIntents()) {
      const found = await this.#find(intended);
      if (found === 'other') other.push(id);
      else if (found !== 'unknown') held.push(found);
    }
    register(held);
    registry.dropIntents(other);
  }

  /** What was intended, with the previous files, if its folder holds it. */
  async #find(intended: WrittenBundle): Promise<WrittenBundle | 'other' | 'unknown'> {
    const { fs, repairs } = this.#ports;
    const { target, folder } = intended;
    const place = join(target, folder);
    for (const each of new Set([target, place])) {
      await repairs.repair(each);
      if (repairs.isInterrupted(each)) return 'unknown';
    }
    const files = filesOf(intended);
    const findings = [...(await checkBundle(fs, { ...intended, files }, null)).values()].map(
      ({ finding }) => finding,
    );
    if (findings.includes('changed')) return 'other';
    const isHeld = findings.some((finding) => finding === 'asWritten' || finding === 'wider');
    if (!isHeld || findings.includes('unreadable')) return 'unknown';
    const names = files.map(({ name }) => name);
    return { ...intended, previous: await repairs.keptIn(place, names) };
  }
}
