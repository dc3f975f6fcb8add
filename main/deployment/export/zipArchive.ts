import { promisify } from 'node:util';
import { crc32, deflateRawSync, inflateRaw } from 'node:zlib';
// The build without worker threads, which are not used here.
import { Zip, type ZipInputFile } from 'fflate/browser';
import { codeOf } from '#main/platform/errors.ts';
import { type BundleFile, pathInTarget, type WrittenFiles } from './exportDestination.ts';
import { FileFault } from './fileErrors.ts';

/** "Made by Unix", so that readers take the upper half of the attributes for a mode (APPNOTE.TXT, section 4.4.2). */
const madeByUnix = 3;
const regularFile = 0o100000;
/** DEFLATE (APPNOTE.TXT, section 4.4.5). */
const deflated = 8;
const level = 6;
// The range of the format's times (APPNOTE.TXT, section 4.4.6).
const earliest = new Date(1980, 0, 2).getTime();
const latest = new Date(2099, 11, 30).getTime();

/** Builds a ZIP file piece by piece; `take` returns the bytes so far. */
export class ZipArchive {
  readonly #zip: Zip;
  readonly #modifiedAt: number;
  #pieces: Uint8Array[] = [];

  /** @param modifiedAt of all entries, Unix ms; the format stores local time */
  constructor(modifiedAt: number) {
    this.#modifiedAt = Math.min(Math.max(modifiedAt, earliest), latest);
    this.#zip = new Zip((error, piece) => {
      if (error !== null) throw error;
      this.#pieces.push(piece);
    });
  }

  /** Adds a file under `folder/`, or at the top level if that is empty. The mode is applied when unpacking. */
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
    // Node's deflate is several times as fast as fflate's.
    entry.ondata?.(null, deflateRawSync(content, { level }), true);
  }

  end(): void {
    this.#zip.end();
  }

  take(): Uint8Array {
    return Buffer.concat(this.#pieces.splice(0));
  }
}

// Field positions of APPNOTE.TXT: 4.3.16 (end of the directory), 4.3.12 (its entries), 4.3.7 (local headers).
const end = { signature: 0x06054b50, length: 22, entries: 10, directory: 16 } as const;
const entry = { signature: 0x02014b50, length: 46, method: 10, crc: 16, packed: 20, size: 24 } as const;
const entryTail = { name: 28, extra: 30, comment: 32, local: 42 } as const;
const local = { signature: 0x04034b50, length: 30, name: 26, extra: 28 } as const;
/** Far above any file of a bundle; an entry that claims more is refused. */
const largest = 16 * 1024 * 1024;

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

/**
 * Reads an archive made by `ZipArchive`: deflated entries, no trailing comment, no ZIP64.
 * @param name of the archive, for errors
 * @throws `FileFault` for any other archive, here or when an entry is read
 */
export function openZip(archive: Uint8Array, name: string): WrittenFiles {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const spoiled = () => new FileFault('changed', name);
  const entries = new Map<string, number>();
  try {
    const last = bytes.length - end.length;
    if (bytes.readUInt32LE(last) !== end.signature) throw spoiled();
    let at = bytes.readUInt32LE(last + end.directory);
    for (let left = bytes.readUInt16LE(last + end.entries); left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) !== entry.signature) throw spoiled();
      const nameEnd = at + entry.length + bytes.readUInt16LE(at + entryTail.name);
      entries.set(bytes.toString('utf8', at + entry.length, nameEnd), at);
      at = nameEnd + bytes.readUInt16LE(at + entryTail.extra) + bytes.readUInt16LE(at + entryTail.comment);
    }
  } catch (error) {
    throw error instanceof RangeError ? spoiled() : error;
  }
  return {
    async read(path) {
      const at = entries.get(path);
      if (at === undefined) throw spoiled();
      try {
        const start = bytes.readUInt32LE(at + entryTail.local);
        if (bytes.readUInt32LE(start) !== local.signature) throw spoiled();
        if (bytes.readUInt16LE(at + entry.method) !== deflated) throw spoiled();
        const from =
          start +
          local.length +
          bytes.readUInt16LE(start + local.name) +
          bytes.readUInt16LE(start + local.extra);
        const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + entry.packed));
        const content = await inflate(packed, { maxOutputLength: largest });
        const isWhole =
          content.length === bytes.readUInt32LE(at + entry.size) &&
          crc32(content) === bytes.readUInt32LE(at + entry.crc);
        if (!isWhole) throw spoiled();
        return content;
      } catch (error) {
        // From zlib, or a field that points beyond the end.
        throw error instanceof RangeError || /^Z_|^ERR_/u.test(codeOf(error)) ? spoiled() : error;
      }
    },
  };
}
