/** The documents for users, which come with the app. Only those that are read are loaded. */
const texts = import.meta.glob<string>(
  [
    '../../../../docs/{README,cli,clients,events,fields,fleet,keychain-on-linux,monitoring,platforms,privacy}*.md',
    '../../../../docs/{proxies-and-cas,receiver,recipes,security,server,states,user-guide}*.md',
    '../../../../docs/cli/*.md',
  ],
  { query: '?raw', import: 'default' },
);

const pictures = import.meta.glob<string>('../../../../docs/screenshots/*.png', {
  query: '?url',
  import: 'default',
});

const FOLDER = '../../../../docs/';

/** A place in a document: its path in the folder of the documents, and the anchor of a heading or `null` for its start. */
export interface DocumentPlace {
  readonly path: string;
  readonly anchor: string | null;
}

/** Reads a document. Rejects if it does not exist. */
export async function readDocument(path: string): Promise<string> {
  const read = texts[FOLDER + path];
  if (read === undefined) throw new Error('There is no such document');
  return read();
}

/** Gives the address of a picture of the documents. Rejects if it does not exist. */
export async function readPicture(path: string): Promise<string> {
  const read = pictures[FOLDER + path];
  if (read === undefined) throw new Error('There is no such picture');
  return read();
}

/** The path, in the folder of the documents, of what a document links to; `null`: it is outside of the folder. */
export function resolveLink(from: string, href: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:/iu.test(href)) return null;
  const { pathname } = new URL(href, `https://documents.invalid/docs/${from}`);
  return pathname.startsWith('/docs/') ? decodeURI(pathname.slice('/docs/'.length)) : null;
}

/** Where a link in a document leads; `null`: to something that the app does not bring. */
export function placeOfLink(from: string, href: string): DocumentPlace | null {
  const hash = href.indexOf('#');
  const anchor = hash === -1 ? null : decodeURIComponent(href.slice(hash + 1));
  const path = hash === 0 ? from : resolveLink(from, hash === -1 ? href : href.slice(0, hash));
  return path !== null && FOLDER + path in texts ? { path, anchor } : null;
}

/** The anchor of a heading, as code hosts make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
}
