import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface PageWithAxe {
  readonly axe: { run(options: RunOptions): Promise<AxeResults> };
}

/** The dark theme changes only colours. */
const themes = { light: {}, dark: { runOnly: ['color-contrast'] } } as const satisfies Record<
  string,
  RunOptions
>;

/**
 * Checks the accessibility of the whole page in both themes, after animations have ended. It ends in the other theme.
 * The debugger injects axe once, because the page's Content-Security-Policy does not apply to it. Compiling it again would
 * take as long as a check.
 */
export async function expectNoBarriers(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const theme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme: theme });
    await untilAtRest(page);
    // The page loads nothing from elsewhere, so there is nothing to preload.
    const options: RunOptions = { resultTypes: ['violations'], preload: false, ...themes[theme] };
    const { violations } = await page.evaluate(
      (given) => (globalThis as unknown as PageWithAxe).axe.run(given),
      options,
    );
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ html, any }) => `${id}: ${help}\n  ${html}\n  ${any.map(({ message }) => message).join('; ')}`,
      ),
    );
    expect(found, `Barriers in the ${theme} theme`).toEqual([]);
  }
}

/** Waits for the end of all animations, except endless ones. */
async function untilAtRest(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(
          () =>
            document
              .getAnimations()
              .filter(
                ({ playState, effect }) =>
                  playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
              ).length,
        ),
      { timeout: 10_000 },
    )
    .toBe(0);
}
