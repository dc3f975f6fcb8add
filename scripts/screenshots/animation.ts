import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { run } from '../lib/processes.ts';
import { StopError } from '../lib/terminal.ts';

/**
 * Adds the window as it is now to an animated picture.
 * @param ms how long the frame is shown
 * @param target what is clicked next: the frame shows the pointer on it
 */
export type AddFrame = (ms: number, target?: Locator) => Promise<void>;

interface Frame {
  readonly picture: string;
  readonly ms: number;
  readonly pointer: { readonly x: number; readonly y: number } | null;
}

/** The window is drawn with few colours, and a GIF has no more. */
const colours = 256;
/** Transitions have ended after this time. */
const settledMs = 400;

/** The outline of a mouse pointer whose tip is the origin. */
const pointerShape = 'M 0,0 L 0,17 L 4,13 L 7,20 L 10,19 L 7,12 L 13,12 Z';

/** Writes the frames that `play` adds as a GIF that repeats. Throws `StopError` if that fails. */
export async function animate(
  window: Page,
  file: string,
  play: (frame: AddFrame) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-frames-'));
  const frames: Frame[] = [];
  try {
    await play(async (ms, target) => {
      await target?.hover();
      await wait(settledMs);
      const box = (await target?.boundingBox()) ?? null;
      const picture = join(folder, `${frames.length}.png`);
      await window.screenshot({ path: picture, caret: 'hide' });
      const pointer = box === null ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      frames.push({ picture, ms, pointer });
    });
    await assemble(frames, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function assemble(frames: readonly Frame[], file: string): Promise<void> {
  const { code, output } = await run('convert', [
    '-loop',
    '0',
    ...frames.flatMap(({ picture, ms, pointer }) => [
      '(',
      ...['-delay', `${Math.round(ms / 10)}`, picture],
      ...(pointer === null ? [] : drawn(pointer)),
      ')',
    ]),
    ...['+dither', '-colors', `${colours}`, '-layers', 'OptimizePlus', file],
  ]);
  if (code !== 0) throw new StopError(`ImageMagick could not write ${file}:\n${output}`);
}

function drawn({ x, y }: { readonly x: number; readonly y: number }): readonly string[] {
  const path = `translate ${Math.round(x)},${Math.round(y)} path '${pointerShape}'`;
  return ['-fill', 'black', '-stroke', 'white', '-strokewidth', '1.5', '-draw', path];
}
