import { lexer, type Token, type Tokens } from 'marked';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { cx } from '#renderer/components/cx.ts';
import { anchorOf, type DocumentPlace, placeOfLink, readPicture, resolveLink } from './documents.ts';

interface DocumentTextProps {
  /** The path of the document, from which its links start. */
  readonly path: string;
  /** Markdown. */
  readonly text: string;
  readonly onFollow: (place: DocumentPlace) => void;
}

/** A document in Markdown as elements of the page: no HTML of the document gets into it. */
export function DocumentText({ path, text, onFollow }: DocumentTextProps) {
  const tokens = useMemo(() => lexer(text), [text]);
  return (
    <article data-selectable className="flex max-w-180 flex-col gap-3 text-sm leading-6 wrap-anywhere">
      <Blocks tokens={tokens} context={{ path, onFollow }} />
    </article>
  );
}

type Context = Pick<DocumentTextProps, 'path' | 'onFollow'>;

interface PartProps {
  readonly tokens: readonly Token[] | undefined;
  readonly context: Context;
}

/** Parts of a document never move, so their places are their keys. */
function Blocks({ tokens = [], context }: PartProps): ReactNode {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
    <Block key={place} token={token} context={context} />
  ));
}

const headings = {
  1: 'text-lg font-semibold',
  2: 'mt-4 text-md font-semibold',
  3: 'mt-2 text-sm font-semibold',
} as const;

function Block({ token, context }: { readonly token: Token; readonly context: Context }): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading token={token as Tokens.Heading} context={context} />;
    case 'paragraph':
      return (
        <p>
          <Inlines tokens={token.tokens} context={context} />
        </p>
      );
    case 'code':
      return (
        <pre className="rounded-md bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap">
          <code>{token['text']}</code>
        </pre>
      );
    case 'list':
      return <List token={token as Tokens.List} context={context} />;
    case 'table':
      return <Table token={token as Tokens.Table} context={context} />;
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-3 border-l-2 border-line-strong pl-3">
          <Blocks tokens={token.tokens} context={context} />
        </blockquote>
      );
    case 'text':
      return <Inlines tokens={token.tokens ?? [token]} context={context} />;
    default:
      // Blank lines, and comments, which are for other readers.
      return null;
  }
}

function Heading({ token, context }: { readonly token: Tokens.Heading; readonly context: Context }) {
  const level = Math.min(token.depth, 3) as 1 | 2 | 3;
  const Tag = `h${level + 1}` as 'h2' | 'h3' | 'h4';
  return (
    <Tag data-anchor={anchorOf(plainText(token.tokens))} tabIndex={-1} className={headings[level]}>
      <Inlines tokens={token.tokens} context={context} />
    </Tag>
  );
}

function List({ token, context }: { readonly token: Tokens.List; readonly context: Context }) {
  const Tag = token.ordered ? 'ol' : 'ul';
  return (
    <Tag className={cx('flex flex-col gap-1 pl-5', token.ordered ? 'list-decimal' : 'list-disc')}>
      {token.items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
        <li key={place}>
          <Blocks tokens={item.tokens} context={context} />
        </li>
      ))}
    </Tag>
  );
}

function Table({ token, context }: { readonly token: Tokens.Table; readonly context: Context }) {
  const cell = ({ tokens }: Tokens.TableCell) => <Inlines tokens={tokens} context={context} />;
  return (
    <table className="w-full border-collapse text-xs leading-5">
      <thead>
        <tr>
          {token.header.map((head, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
            <th key={place} className="border-b border-line-strong px-2 py-1 text-left font-semibold">
              {cell(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {token.rows.map((row, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <tr key={line}>
            {row.map((each, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
              <td key={place} className="border-b border-line px-2 py-1 align-top">
                {cell(each)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Inlines({ tokens = [], context }: PartProps): ReactNode {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
    <Inline key={place} token={token} context={context} />
  ));
}

function Inline({ token, context }: { readonly token: Token; readonly context: Context }): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inlines tokens={token.tokens} context={context} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inlines tokens={token.tokens} context={context} />
        </em>
      );
    case 'codespan':
      return <code className="rounded bg-sunken px-1 font-mono text-xs">{token['text']}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link token={token as Tokens.Link} context={context} />;
    case 'image':
      return <Picture path={resolveLink(context.path, token['href']) ?? ''} label={token['text']} />;
    case 'html':
      return null;
    default: {
      const parts = partsOf(token);
      return parts === undefined ? textOf(token) : <Inlines tokens={parts} context={context} />;
    }
  }
}

/** A link to a place in the documents. Other addresses are shown, because the page opens none. */
function Link({ token, context }: { readonly token: Tokens.Link; readonly context: Context }) {
  const place = placeOfLink(context.path, token.href);
  const label = <Inlines tokens={token.tokens} context={context} />;
  if (place === null)
    return token.href.startsWith('https:') && token.href !== token.text ? (
      <>
        {label} (<code className="font-mono text-xs">{token.href}</code>)
      </>
    ) : (
      label
    );
  return (
    <button
      type="button"
      className="inline text-left text-accent-ink underline"
      onClick={() => context.onFollow(place)}
    >
      {label}
    </button>
  );
}

function Picture({ path, label }: { readonly path: string; readonly label: string }) {
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    // A document without one of its pictures is still a document.
    readPicture(path).then(
      (found) => {
        if (isShown) setSource(found);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [path]);
  if (source === null) return null;
  return <img src={source} alt={label} className="w-full rounded-lg border border-line" />;
}

function partsOf(token: Token): readonly Token[] | undefined {
  return 'tokens' in token ? token.tokens : undefined;
}

function textOf(token: Token): string {
  return 'text' in token ? String(token.text) : token.raw;
}

function plainText(tokens: readonly Token[] = []): string {
  return tokens
    .map((token) => {
      const parts = partsOf(token);
      return parts === undefined ? textOf(token) : plainText(parts);
    })
    .join('');
}
