import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorName } from '#main/platform/errors.ts';
import type { Logger } from '#main/platform/logger.ts';
import type { DrawnPage, PageDrawer } from '#shared/ipc/drawnPages.ts';

/** How main draws a page at each of its requests, from what its window shows at that moment. */
export class PageDrawing<View> {
  readonly #drawer: string;
  readonly #draw: (drawer: PageDrawer, view: View) => DrawnPage | null;
  readonly #logger: Logger;
  #view: (() => View | Promise<View>) | null = null;

  /** @param appFolder contains `main/` as built @param draw gives `null` for a page that is to stay as built */
  constructor(appFolder: string, draw: (drawer: PageDrawer, view: View) => DrawnPage | null, logger: Logger) {
    this.#drawer = pathToFileURL(join(appFolder, 'main', 'drawnPages.js')).href;
    this.#draw = draw;
    this.#logger = logger;
  }

  /** Until this is called, the page stays as built. */
  drawFrom(view: () => View | Promise<View>): void {
    this.#view = view;
  }

  /** The page with its first rows; as built if they are not drawn: the page then asks for them itself. Never rejects. */
  async page(built: string): Promise<string> {
    if (this.#view === null) return built;
    try {
      const [view, drawer] = await Promise.all([this.#view(), import(this.#drawer) as Promise<PageDrawer>]);
      const drawn = this.#draw(drawer, view);
      if (drawn === null) return built;
      const theme = drawn.theme === 'system' ? '' : ` data-theme="${drawn.theme}"`;
      return built
        .replace('<html lang="en">', `<html lang="${drawn.language}"${theme}>`)
        .replace('<div id="root"></div>', () => drawn.html);
    } catch (error) {
      this.#logger.warn('A page was not drawn', { error: errorName(error) });
      return built;
    }
  }
}
