import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { protocol, type Session } from 'electron';
import type { AppLanguage } from '#shared/domain/language.ts';
import { CONTENT_TYPES, PAGE_HEADERS } from './pageHeaders.ts';

export const APP_ORIGIN = 'app://notafter';

/** The page of the window. */
const APP_PATH = '/index.html';
export const APP_PAGE = `${APP_ORIGIN}${APP_PATH}`;
/** The page of the quick window. */
export const QUICK_PAGE = `${APP_ORIGIN}/quick.html`;

/** Makes `app:` a standard, secure scheme. To be called before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ]);
}

/** The start of the name of the file with the texts of the first rows. */
const FIRST_TEXTS: Readonly<Record<AppLanguage, string>> = { en: 'enFirstRows-', 'zh-CN': 'zhFirstRows-' };

/**
 * The page, which asks for its texts as early as for its scripts, rather than after these have run.
 * @returns the page, and the paths that it asks for at once
 */
function pageWithTexts(rendererFolder: string, paths: readonly string[], locale: AppLanguage) {
  const built = readFileSync(join(rendererFolder, 'index.html'), 'utf8');
  const texts = paths.filter((path) => path.startsWith(`/assets/${FIRST_TEXTS[locale]}`));
  const links = texts.map((path) => `<link rel="modulepreload" crossorigin href=".${path}">`);
  const html = built.replace('</head>', `${links.join('')}</head>`);
  const needs = [...html.matchAll(/(?:src|href)="\.(\/[^"]+)"/gu)].flatMap(([, path]) => path ?? []);
  return { html, needs };
}

/**
 * Serves the built renderer from a fixed map, so that no path of a request reaches the file system.
 * @param locale the language that the page starts with
 * @returns resolves when a page has got its scripts, texts and styles, and runs in its own process
 */
export function serveApp(session: Session, rendererFolder: string, locale: AppLanguage): Promise<void> {
  const filesServed = Promise.withResolvers<void>();
  const files = new Map<string, string>();
  for (const entry of readdirSync(rendererFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(extname(entry.name) in CONTENT_TYPES)) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(`/${relative(rendererFolder, file).split(sep).join('/')}`, file);
  }
  const page = pageWithTexts(rendererFolder, [...files.keys()], locale);
  const missing = new Set(page.needs);
  // The handler's answer still has to be sent, by this process.
  session.webRequest.onCompleted({ urls: [`${APP_ORIGIN}/*`] }, ({ url }) => {
    if (!missing.delete(new URL(url).pathname) || missing.size > 0) return;
    session.webRequest.onCompleted(null);
    filesServed.resolve();
  });
  // Not `protocol.handle`: it loads Node's fetch, 25 ms of a start, and sends each answer by a stream of main.
  session.protocol.registerBufferProtocol('app', (request, answer) => {
    const url = new URL(request.url);
    const file = url.host === 'notafter' ? files.get(url.pathname) : undefined;
    if (file === undefined || request.method !== 'GET')
      return answer({ statusCode: 404, data: Buffer.alloc(0) });
    const mimeType = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream';
    const data = url.pathname === APP_PATH ? Buffer.from(page.html) : readFileSync(file);
    answer({ data, mimeType, charset: 'utf-8', headers: PAGE_HEADERS });
  });
  return filesServed.promise;
}
