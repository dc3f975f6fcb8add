import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { graysOf } from './luminance.ts';
import { type ScreenArea, wholeScreen } from './screenArea.ts';
import type { Session } from './session.ts';

/** A word that is readable on the screen. */
export interface SeenWord extends ScreenArea {
  readonly text: string;
}

/** Brightness of each pixel of an area, row by row: the gray of sRGB, 0 to 255, that has the same luminance. */
export interface GrayPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Reading a screen takes seconds of a processor, which a busy machine gives late. */
const readingTime = { timeout: 400_000, interval: 300 };

/** How pictures are made readable: dark text, also pale one as of buttons in the background, and light text, also over a picture. */
const looks = [
  ['-threshold', '78%'],
  ['-negate', '-level', '20%,80%'],
] as const;

/** What a person sees of a session, and does with its pointer and keys. */
export class Screen {
  readonly #session: Session;
  /** For pictures. */
  readonly folder: string;
  #count = 0;

  constructor(session: Session, folder: string) {
    this.#session = session;
    this.folder = folder;
  }

  /** Saves a picture of the whole screen. @returns its file */
  async save(name: string): Promise<string> {
    await mkdir(this.folder, { recursive: true });
    const file = join(this.folder, `${name}.png`);
    const taken = await this.#take(wholeScreen, 'png', []);
    await copyFile(taken, file);
    return file;
  }

  /** Removes a picture of an earlier run. */
  async forget(name: string): Promise<void> {
    await rm(join(this.folder, `${name}.png`), { force: true });
  }

  /** The brightness of an area now. */
  async gray(area: ScreenArea): Promise<GrayPicture> {
    const colours = await readFile(await this.#take(area, 'rgb', ['-depth', '8']));
    return { width: area.width, height: area.height, pixels: graysOf(colours) };
  }

  /** Waits until a text of one or more words is readable in an area, and returns its first word's place. */
  async untilReads(text: string, area: ScreenArea = wholeScreen): Promise<SeenWord> {
    return vi.waitFor(async () => {
      const seen: string[] = [];
      for (const look of looks) {
        const words = await this.#words(area, look);
        const found = findText(words, text);
        if (found !== null) return found;
        seen.push(...words.map((word) => word.text));
      }
      throw new Error(`The screen does not show ${text}, but: ${seen.join(' ')}`);
    }, readingTime);
  }

  /** Waits until a text is no longer readable in an area. */
  async untilNotReads(text: string, area: ScreenArea): Promise<void> {
    const isRead = async () => findText(await this.words(area), text) !== null;
    await expect.poll(isRead, readingTime).toBe(false);
  }

  /** The words that are readable in an area now. */
  async words(area: ScreenArea): Promise<readonly SeenWord[]> {
    const seen: SeenWord[] = [];
    for (const look of looks) seen.push(...(await this.#words(area, look)));
    return seen;
  }

  async #words(area: ScreenArea, look: readonly string[]): Promise<readonly SeenWord[]> {
    // Letters of a screen are too small for recognition.
    const scale = area.width > 700 ? 1.5 : 2.5;
    const file = await this.#take(area, 'pgm', [
      '-colorspace',
      'Gray',
      '-depth',
      '8',
      '-resize',
      `${scale * 100}%`,
      ...look,
    ]);
    const table = await this.#run('tesseract', file, '-', '--psm', '11', 'tsv');
    return table.split('\n').flatMap((line) => {
      const cells = line.split('\t');
      const [x = 0, y = 0, width = 0, height = 0, trust = 0] = cells.slice(6, 11).map(Number);
      const text = (cells[11] ?? '').trim();
      if (text === '' || !(trust >= 30)) return [];
      const place = { x: area.x + x / scale, y: area.y + y / scale };
      return [{ text, ...place, width: width / scale, height: height / scale }];
    });
  }

  /** Moves the pointer in steps, as a hand does: programs take part in a drag only after it has moved over them. */
  async move(...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
    for (const [x, y] of places)
      await this.#hand('mousemove', String(Math.round(x)), String(Math.round(y)), 'sleep', '0.15');
  }

  /** Clicks in the middle of an area. */
  async click(
    { x, y, width, height }: ScreenArea,
    { button = 1, times = 1 }: { readonly button?: 1 | 3; readonly times?: 1 | 2 } = {},
  ): Promise<void> {
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    await this.move([middleX - 3, middleY - 2], [middleX, middleY]);
    await this.#hand('click', '--repeat', String(times), '--delay', '100', String(button));
  }

  /**
   * Drags what is at one place to another.
   * @param meanwhile is waited for when the drag has begun
   */
  async drag(from: ScreenArea, to: ScreenArea, meanwhile = async () => {}): Promise<void> {
    const [x, y] = [from.x + 10, from.y + from.height / 2];
    await this.move([x, y]);
    await this.#hand('mousedown', '1');
    try {
      await this.move([x + 10, y + 2], [x + 40, y + 8], [x + 60, y + 10]);
      await meanwhile();
      // A slow program begins the drag late, and can't once the button is up.
      const parts = Array.from({ length: 12 }, (_, index) => (index + 1) / 12);
      const [fromX, fromY] = [x + 60, y + 10];
      await this.move(
        ...parts.map((part) => [fromX + (to.x - fromX) * part, fromY + (to.y - fromY) * part] as const),
      );
      await this.move([to.x - 20, to.y - 10], [to.x, to.y], [to.x + 4, to.y + 2]);
    } finally {
      await this.#hand('mouseup', '1');
    }
  }

  /** Presses keys, as xdotool names them. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#hand('key', '--delay', '80', ...keys);
  }

  async #hand(...args: readonly string[]): Promise<void> {
    await this.#run('xdotool', ...args);
  }

  async #take({ x, y, width, height }: ScreenArea, ending: string, change: readonly string[]) {
    this.#count += 1;
    const file = join(this.#session.system.folders.runtime, `picture-${this.#count % 4}.${ending}`);
    const crop = ['-crop', `${width}x${height}+${x}+${y}`, '+repage'];
    // The program that takes pictures knows few changes.
    const script = 'import -window root pnm:- | convert pnm:- "$@"';
    await this.#run('sh', '-c', script, 'sh', ...crop, ...change, file);
    return file;
  }

  /** Runs a program on the X server with the screen. */
  #run(program: string, ...args: readonly string[]): Promise<string> {
    const { DISPLAY } = this.#session.screen;
    return this.#session.system.run('env', `DISPLAY=${DISPLAY}`, 'OMP_THREAD_LIMIT=1', program, ...args);
  }
}

/** Letters that are often taken for each other, and marks at the edges of words, do not count. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '')
    .replaceAll(/[il|]/gu, '1');

/** The words of a text; a line may end at a hyphen or a dot, so these divide words, too. */
const wordsOf = (text: string) =>
  text
    .split(/[ .-]/u)
    .map(plain)
    .filter((word) => word !== '');

/** The place of the first word of a text among words that follow each other; `null` if they do not. */
export function findText(words: readonly SeenWord[], text: string): SeenWord | null {
  const wanted = wordsOf(text);
  const seen = words.flatMap((word) => wordsOf(word.text).map((part) => ({ ...word, text: part })));
  for (const [index, word] of seen.entries()) {
    const following = seen.slice(index, index + wanted.length).map((each) => each.text);
    if (following.length === wanted.length && following.every((each, at) => each === wanted[at])) return word;
  }
  return null;
}
