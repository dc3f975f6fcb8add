import { crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { type BundleFile, pathInTarget } from './exportDestination.ts';

/** "Made by Unix", so that readers take the upper half of the attributes for a mode (APPNOTE.TXT, section 4.4.2). */
const madeByUnix = 3;
const regularFile = 0o100000;
/** DEFLATE (APPNOTE.TXT, section 4.4.5). */
const deflated = 8;
const level = 6;
// The years that the format's times can tell, see APPNOTE.TXT, section 4.4.6.
const earliest = new Date(1980, 0, 2).getTime();
const latest = new Date(2099, 11, 30).getTime();

/** Builds a ZIP file in memory, piece by piece: what was made so far is taken out by `take`. */
export class ZipArchive {
  readonly #zip: Zip;
  readonly #modifiedAt: number;
  #pieces: Uint8Array[] = [];

  /** @param modifiedAt Unix milliseconds, the time that all entries carry; written as local time, as the format has it */
  constructor(modifiedAt: number) {
    this.#modifiedAt = Math.min(Math.max(modifiedAt, earliest), latest);
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      this.#pieces.push(piece);
    });
  }

  /** Adds one file under `folder/`, unless that is empty. Its mode is for whoever unpacks it. */
  add(folder: string, { name, content, mode }: BundleFile): void {
    const entry: ZipInputFile = {
      filename: pathInTarget({ folder }, name),
      size: content.byteLength,
      crc: crc32(content),
      compression: deflated,
      os: madeByUnix,
      attrs: ((regularFile | mode) << 16) >>> 0,
      mtime: this.#modifiedAt,
    };
    this.#zip.add(entry);
    // Node's own packing is several times as fast as fflate's.
    entry.ondata?.(null, deflateRawSync(content, { level }), true);
  }

  /** Ends the archive with its directory. */
  end(): void {
    this.#zip.end();
  }

  /** The bytes made since the last call. */
  take(): Uint8Array {
    return Buffer.concat(this.#pieces.splice(0));
  }
}
