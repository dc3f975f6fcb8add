import { normalize } from 'node:path';
import { expect, test } from 'vitest';
import { currentIn, generationNameOf, idOf, isGenerationFile } from '#main/deployment/export/hiddenFolder.ts';

const hex = '0123456789abcdef01234567';
const generation = `.notafter-${hex}.generation`;

test('only a file in a generation of the same folder is recognised', () => {
  const isOne = (path: string) => isGenerationFile(normalize('/certs/a'), 'privkey.pem', normalize(path));
  expect(isOne(`/certs/a/${generation}/privkey.pem`)).toBe(true);
  for (const other of [
    '/certs/a/privkey.pem',
    `/certs/a/${generation}/cert.pem`,
    `/certs/b/${generation}/privkey.pem`,
    `/certs/a/deeper/${generation}/privkey.pem`,
    `/certs/a/${generation}/deeper/privkey.pem`,
    `/certs/a/.notafter-${hex}.tmp/privkey.pem`,
    `/certs/a/x${generation}/privkey.pem`,
  ])
    expect(isOne(other), other).toBe(false);
});

test('a link is recognised only in exactly the form in which earlier versions created it', () => {
  const current = `.notafter-${hex.slice(0, 12)}.current`;
  expect(currentIn(`${current}/a`, 'a')).toBe(current);
  for (const text of [
    `${current}/b`,
    `./${current}/a`,
    `/x/${current}/a`,
    `${current}/../a`,
    `${generation}/a`,
    'a',
    '',
  ])
    expect(currentIn(text, 'a'), text).toBeNull();
});

test('a stage keeps its id when it becomes a generation', () => {
  expect(idOf(`.notafter-${hex}.tmp`)).toBe(hex);
  expect(generationNameOf(hex)).toBe(generation);
  expect(idOf(generation)).toBe(hex);
});
