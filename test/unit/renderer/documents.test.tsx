// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DocumentText } from '#renderer/features/settings/help/DocumentText.tsx';
import {
  anchorOf,
  type DocumentPlace,
  placeOfLink,
  readDocument,
  resolveLink,
} from '#renderer/features/settings/help/documents.ts';
import { projectFolder } from '#scripts/lib/paths.ts';
import { renderPart } from '#test/support/renderPart.tsx';

describe('the documents that the app brings', () => {
  it.each(['README.md', 'README.zh-CN.md'])('are all that the front page %s leads to', async (front) => {
    const links = [...(await readDocument(front)).matchAll(/\]\(([^)#:]+\.md)/gu)].map(
      ([, href = '']) => href,
    );
    expect(links.length).toBeGreaterThan(10);
    const missing = links.filter(
      (href) => resolveLink(front, href) !== null && placeOfLink(front, href) === null,
    );
    const forDevelopers = [
      ...['architecture', 'calls', 'command-protocol', 'development', 'electron', 'glossary'],
      ...['packaging', 'performance', 'releasing', 'systems'],
    ].map((name) => `${name}.md`);
    expect(missing.filter((href) => !forDevelopers.includes(href))).toEqual([]);
  });

  it('are the files of the project', async () => {
    const file = readFileSync(join(projectFolder, 'docs/user-guide.md'), 'utf8');
    expect(await readDocument('user-guide.md')).toBe(file);
    await expect(readDocument('../package.json')).rejects.toThrow('no such document');
  });

  it('have places that their links lead to, and none outside', () => {
    expect(placeOfLink('user-guide.md', 'states.md#how-a-status-is-decided')).toEqual({
      path: 'states.md',
      anchor: 'how-a-status-is-decided',
    });
    expect(placeOfLink('user-guide.md', '#add-orders')).toEqual({
      path: 'user-guide.md',
      anchor: 'add-orders',
    });
    for (const href of ['../CONTRIBUTING.md', 'adr', 'https://example.com/README.md', 'javascript:alert(1)'])
      expect(placeOfLink('user-guide.md', href), href).toBeNull();
  });
});

describe('a document', () => {
  const show = (text: string) => {
    const followed: DocumentPlace[] = [];
    renderPart(<DocumentText path="user-guide.md" text={text} onFollow={(place) => followed.push(place)} />);
    return followed;
  };

  it('shows headings, lists, tables and code as such', () => {
    show(
      '# Guide\n\n- one **bold**\n- two\n\n| a | b |\n| --- | --- |\n| 1 | `2` |\n\n```sh\nnotafter status\n```',
    );
    expect(screen.getByRole('heading', { name: 'Guide' }).dataset['anchor']).toBe('guide');
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one bold', 'two']);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['1', '2']);
    expect(screen.getByText('notafter status').tagName).toBe('CODE');
  });

  it('follows links to other documents, and shows the addresses of others', async () => {
    const followed = show('See [the states](states.md#x) and [the wiki](https://wiki.example).');
    await userEvent.click(screen.getByRole('button', { name: 'the states' }));
    expect(followed).toEqual([{ path: 'states.md', anchor: 'x' }]);
    expect(screen.getByText('https://wiki.example')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('puts no HTML of its text into the page', () => {
    show('Before <img src="x" onerror="alert(1)"> after\n\n<script>alert(1)</script>');
    expect(document.querySelector('article img, article script')).toBeNull();
  });

  it.each(readdirSync(join(projectFolder, 'docs')).filter((name) => name.endsWith('.md')))(
    '%s has headings with the anchors that links to it name',
    (name) => {
      const text = readFileSync(join(projectFolder, 'docs', name), 'utf8');
      show(text);
      const anchors = [...document.querySelectorAll<HTMLElement>('[data-anchor]')].map(
        ({ dataset }) => dataset['anchor'],
      );
      const wanted = [...text.matchAll(/\]\(#([^)]+)\)/gu)].map(([, anchor = '']) => anchor);
      expect(wanted.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
    },
  );

  it('has anchors in any script', () => {
    expect(anchorOf('Where it’s kept: `a.b`')).toBe('where-its-kept-ab');
    expect(anchorOf('接收推送')).toBe('接收推送');
  });
});
