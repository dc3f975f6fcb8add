import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '#scripts/lib/paths.ts';
import { alertChannels, channelCall } from '#shared/domain/alertChannels.ts';
import { callNames } from '#shared/ipc/channels.ts';

const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

const page = read('docs/calls.md');

/** The table of calls: what each does outside of the program, and what limits it. */
const rows = [...page.matchAll(/^\| `([^`]+)` \| (.+?) \| (.*?) ?\|$/gmu)].map(
  ([, name = '', effect = '', limit = '']) => ({ name, effect, limit }),
);

/** The calls that do nothing outside of the program. */
const [, inner = ''] = /^These calls read or change only .*?: (.*)\.$/mu.exec(page) ?? [];
const harmless = [...inner.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);

it('the table and the list of calls have each call of the page once, in the order of the contract', () => {
  expect(rows.map(({ name }) => name)).toEqual(callNames.filter((name) => !harmless.includes(name)));
  expect(harmless).toEqual(callNames.filter((name) => harmless.includes(name)));
});

it('the table says of each call whose contract has a native dialog or the focus of the window what the user decides', () => {
  const contract = read('shared/ipc/contract.ts') + read('shared/ipc/exportCalls.ts');
  const calls = [...contract.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+'([\w:]+)': call/gu)].map(
    ([, comment = '', name = '']) => ({ name, isAsked: /native|`consent`/u.test(comment) }),
  );
  const channels = read('shared/ipc/channelCalls.ts').matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s+readonly \[Id in \w+ as `alerts:(\w+)\$\{Capitalize<Id>\}(\w*)`/gu,
  );
  for (const [, comment = '', verb = '', what = ''] of channels)
    for (const { id } of alertChannels)
      calls.push({ name: channelCall(verb, id, what), isAsked: /native|`consent`/u.test(comment) });
  const asked = calls.filter(({ isAsked }) => isAsked).map(({ name }) => name);
  expect(asked.length).toBeGreaterThan(15);
  expect(asked).toEqual(expect.arrayContaining(['alerts:setCommand', 'alerts:copyWebhookSecret']));
  expect(harmless.filter((name) => asked.includes(name))).toEqual([]);
  const undocumented = rows.filter(
    ({ name, effect, limit }) =>
      asked.includes(name) && !/asks|user chooses|focus|native dialog/u.test(`${effect} ${limit}`),
  );
  expect(undocumented).toEqual([]);
});
