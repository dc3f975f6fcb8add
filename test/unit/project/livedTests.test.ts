import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';

/** Starts the app, however it is given its data. */
const starts = /\blaunchNotAfter\(/u;
/** Its data are a profile that has lived, or the file says why not. */
const choices = /\b(?:launchLived|restoreLived)\(|\bbecause(?: =|:)\s+'[^']+ [^']+'/u;

it('an end-to-end test starts from a profile that has lived, or says why not', () => {
  const silent = globSync('test/{e2e,packages}/**/*.test.ts', { cwd: projectFolder }).filter((file) => {
    const code = readFileSync(join(projectFolder, file), 'utf8');
    return starts.test(code) && !choices.test(code);
  });
  expect(silent).toEqual([]);
});

it.each([
  ['launchNotAfter({ profile })', false],
  ["const because = 'it';\nlaunchNotAfter({ because })", false],
  ["const because = 'it needs a locked keychain';\nlaunchNotAfter({ because })", true],
  ["launchNotAfter({ because: 'it needs a locked keychain' })", true],
  ['launchLived({ language })', true],
])('that is seen in %j', (code, isSaid) => {
  expect(choices.test(code)).toBe(isSaid);
});
