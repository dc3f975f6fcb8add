// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FirstStart } from '#renderer/features/orders/firstStart/FirstStart.tsx';
import type { TriedRid } from '#shared/domain/connection.ts';
import type { AppError } from '#shared/errors.ts';
import type { CallArgs } from '#shared/ipc/contract.ts';
import { err, ok } from '#shared/result.ts';
import { type FakeCalls, renderPart } from '#test/support/renderPart.tsx';
import { english as t } from '#test/unit/renderer/translators.ts';
import { connection } from '../orderRows.ts';
import { field, press, titleOf } from './formDriver.ts';

const token = 'Zk3-8s_QmB7xY0aVh2LrTnD5uEwPcJgF1iOoSqNdKt4';
const curl = `curl -H "Authorization: Bearer ${token}" https://certs.example.com/open/ssl/latest/r1/key`;
const unknown: AppError = { kind: 'unknownRid' };
const untrusted: AppError = { kind: 'tls', reason: 'notTrusted', code: 'X' };

/** A service that knows every rid that does not begin with "x". */
function answers(rids: readonly string[]): TriedRid[] {
  const found = (rid: string) => ok({ title: `Order ${rid}`, notAfter: 4e12, fingerprint256: 'ab' });
  return rids.map((rid) => ({ rid, answer: rid.startsWith('x') ? err(unknown) : found(rid) }));
}

const works: FakeCalls = {
  'connections:try': async ({ rids }) => ({ failed: null, results: answers(rids) }),
  'connections:add': async () => ok(connection('c1', 'Certs')),
  'orders:add': async () => ok({ results: [], refused: [] }),
};

function inputText(input: Element): string {
  return (input as HTMLInputElement).value;
}

function renderFirstStart(calls: FakeCalls = {}) {
  const rendered = renderPart(<FirstStart corner={null} />, { calls: { ...works, ...calls } });
  const tried = () =>
    rendered.asked.flatMap(([name, args]) =>
      name === 'connections:try' ? [(args as CallArgs<'connections:try'>).rids] : [],
    );
  const named = (name: string) => rendered.asked.filter(([asked]) => asked === name).map(([, args]) => args);
  return { ...rendered, tried, named };
}

describe('the first start', () => {
  it('tries a pasted command at once, shows what it found, and stores it with one press', async () => {
    const { user, tried, named, asked } = renderFirstStart();
    await user.paste(curl);
    await screen.findByText('Order r1');
    expect(tried()).toEqual([['r1']]);
    expect(asked.map(([name]) => name)).toEqual(['connections:try']);
    screen.getByText('certs.example.com');
    screen.getByText('••••••••');
    screen.getByText(t('firstStart.rids', { count: 1 }));

    await press(user, t('addOrders.submitCount', { count: 1 }));
    await waitFor(() => expect(named('orders:add')).toEqual([{ connectionId: 'c1', text: 'r1' }]));
    const fields = { name: 'certs.example.com', baseUrl: 'https://certs.example.com', ca: { kind: 'none' } };
    expect(named('connections:add')).toEqual([{ ...fields, token }]);
  });

  it('keeps the token in its input alone, and empties that once it is stored', async () => {
    const { user } = renderFirstStart();
    await user.paste(curl);
    await screen.findByText('Order r1');
    const input = field(t('connections.token'));
    expect(input.value).toBe(token);
    expect(input.type).toBe('password');
    expect(field(t('firstStart.paste')).value).toBe('');
    expect(document.body.innerHTML).not.toContain(token);
    await press(user, t('addOrders.submitCount', { count: 1 }));
    await waitFor(() => expect(input.value).toBe(''));
  });

  it('tries the first rid alone, then the others ten at a time, and fifty in all', async () => {
    const { user, tried } = renderFirstStart();
    const rids = Array.from({ length: 60 }, (_, index) => `rid${index}`);
    await user.paste(`${curl}\n${rids.join('\n')}`);
    await screen.findByText(t('addOrders.summary.found', { count: 50 }));
    expect(tried().map(({ length }) => length)).toEqual([1, 10, 10, 10, 10, 9]);
    screen.getByText(t('firstStart.result.others', { count: 11 }));
  });

  it('tries no more rids once it is being stored: the token is no longer in its input', async () => {
    const answered = Promise.withResolvers<void>();
    const { user, tried, named } = renderFirstStart({
      'connections:try': async ({ rids }) => {
        if (rids.length > 1) await answered.promise;
        return { failed: null, results: answers(rids) };
      },
      'orders:add': () => new Promise(() => undefined),
    });
    const rids = Array.from({ length: 30 }, (_, index) => `rid${index}`);
    await user.paste(`${curl}\n${rids.join('\n')}`);
    await waitFor(() => expect(tried()).toHaveLength(2));
    await press(user, t('addOrders.submitCount', { count: 31 }));
    await waitFor(() => expect(named('orders:add')).toHaveLength(1));
    answered.resolve();
    await new Promise((done) => setTimeout(done));
    expect(tried()).toHaveLength(2);
  });

  it('lists unknown rids first, and leaves them out with one press', async () => {
    const { user, tried, named } = renderFirstStart();
    await user.paste(`${curl} r2`);
    await user.paste('r2 x1 x2');
    await screen.findByText(
      [t('addOrders.summary.found', { count: 2 }), t('firstStart.result.notFound', { count: 2 })].join(' · '),
    );
    const items = screen.getAllByRole('button', { name: /^Leave out (?!the)/u });
    expect(items.map((item) => item.getAttribute('aria-label')?.split(' ').at(-1))).toEqual([
      'x1',
      'x2',
      'r1',
      'r2',
    ]);
    // What was found before is not requested again.
    expect(tried().flat().toSorted()).toEqual(['r1', 'r2', 'x1', 'x2']);

    await press(user, t('firstStart.leaveOutUnknown', { count: 2 }));
    await press(user, t('addOrders.submitCount', { count: 2 }));
    await waitFor(() => expect(named('orders:add')).toEqual([{ connectionId: 'c1', text: 'r1\nr2' }]));
  });

  it('shows a rejected token at its field, and stores it only where the user insists', async () => {
    const error: AppError = { kind: 'unauthorized', status: 401 };
    const { user, named } = renderFirstStart({
      'connections:try': async () => ({ failed: { step: 'token', error }, results: [] }),
    });
    await user.paste(curl);
    await screen.findByText(titleOf(error));
    expect(field(t('connections.token')).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('button', { name: t('addOrders.submitCount', { count: 1 }) })).toBeNull();
    expect(named('connections:add')).toEqual([]);
    await press(user, t('firstStart.saveAnyway'));
    await waitFor(() => expect(named('connections:add')).toHaveLength(1));
  });

  it('waits with storing for the first answer, and stores nothing that does not work', async () => {
    let answer = (_: AppError) => {};
    const answered = new Promise<AppError>((resolve) => {
      answer = resolve;
    });
    const { user, named } = renderFirstStart({
      'connections:try': async () => ({ failed: { step: 'reach', error: await answered }, results: [] }),
    });
    await user.paste(curl);
    await press(user, t('addOrders.submitCount', { count: 1 }));
    answer({ kind: 'network', reason: 'hostNotFound', code: 'ENOTFOUND' });
    await screen.findByRole('button', { name: t('common.tryAgain') });
    expect(field(t('connections.baseUrl')).getAttribute('aria-invalid')).toBe('true');
    expect(named('connections:add')).toEqual([]);
  });

  it('asks for the CA file where it is missed, and tries again with it', async () => {
    const file = { id: 'f1', fileName: 'ca.pem', certificates: 1 };
    const { user, named } = renderFirstStart({
      'connections:chooseCaFile': async () => ok(file),
      'connections:try': async ({ ca, rids }) =>
        ca.kind === 'chosen'
          ? { failed: null, results: answers(rids) }
          : { failed: { step: 'tls', error: untrusted }, results: [] },
    });
    await user.paste(curl);
    await user.click(await screen.findByRole('button', { name: t('firstStart.chooseCa') }));
    await screen.findByText('Order r1');
    expect(document.activeElement?.textContent).toBe(t('addOrders.submitCount', { count: 1 }));
    await press(user, t('addOrders.submitCount', { count: 1 }));
    await waitFor(() =>
      expect(named('connections:add')).toMatchObject([{ ca: { kind: 'chosen', id: 'f1' } }]),
    );
  });

  it('lets the user say that what was taken for the token is a rid', async () => {
    const { user, tried } = renderFirstStart();
    await user.paste(`https://certs.example.com ${token}`);
    await waitFor(() => expect(tried()).toEqual([[]]));
    await press(user, t('firstStart.tokenIsRid'));
    expect(field(t('connections.token')).value).toBe('');
    expect(field(t('addOrders.rids')).value).toBe(token);
  });

  describe('asks which word is the token where nothing says it', () => {
    const uuids = [
      '3f2b8c1e-9d4a-4e6b-8f7a-1c2d3e4f5a6b',
      '123e4567-e89b-12d3-a456-426614174000',
      'a8098c1a-f86e-41da-bd1a-00112444be1e',
    ];
    const [secret = '', ...rids] = uuids;
    const pasted = `https://certs.example.com\n${uuids.join('\n')}`;
    const shownOf = (word: string) => `••••••••${word.slice(-4)}`;
    const isTokenOf = (word: string) => t('firstStart.question.isTokenOf', { word: shownOf(word) });
    const fieldsAndTexts = () =>
      [document.body.innerHTML, ...[...document.querySelectorAll('input, textarea')].map(inputText)].join(
        '\n',
      );

    it('and shows, tries and stores none of them before', async () => {
      const { user, asked } = renderFirstStart();
      await user.paste(pasted);
      screen.getByText(t('firstStart.question.several'));
      for (const word of uuids) screen.getByText(shownOf(word));
      for (const word of uuids) expect(fieldsAndTexts()).not.toContain(word);
      await press(user, t('firstStart.continue'));
      expect(JSON.stringify(asked)).not.toContain(secret);
      expect(asked).toEqual([]);
    });

    it('and takes the others for rids once it knows', async () => {
      const { user, tried, named } = renderFirstStart();
      await user.paste(pasted);
      await press(user, isTokenOf(secret));
      await screen.findByText(`Order ${rids[0]}`);
      expect(tried().flat()).toEqual(rids);
      expect(screen.queryByText(t('firstStart.question.several'))).toBeNull();
      expect(document.body.innerHTML).not.toContain(secret);
      await press(user, t('addOrders.submitCount', { count: 2 }));
      await waitFor(() =>
        expect(named('orders:add')).toEqual([{ connectionId: 'c1', text: rids.join('\n') }]),
      );
      expect(named('connections:add')).toMatchObject([{ token: secret }]);
    });

    it('and takes all for rids if a person says so', async () => {
      const { user, tried } = renderFirstStart();
      await user.paste(pasted);
      await press(user, t('firstStart.question.allRids', { count: 3 }));
      expect(field(t('addOrders.rids')).value).toBe(uuids.join('\n'));
      // There is no token yet.
      expect(tried()).toEqual([]);
    });

    it('one word alone, and a later one that is unlike it answers', async () => {
      const { user, tried } = renderFirstStart();
      await user.paste('k7Qm2VxT9bRw');
      screen.getByText(t('firstStart.question.one'));
      screen.getByText('••••••••Rw');
      expect(fieldsAndTexts()).not.toContain('k7Qm2VxT9bRw');
      await user.paste(`https://certs.example.com ${token}`);
      await screen.findByText('Order k7Qm2VxT9bRw');
      expect(tried().flat()).toEqual(['k7Qm2VxT9bRw']);
      expect(screen.queryByText(t('firstStart.question.one'))).toBeNull();
    });

    it('and a token that is typed answers too', async () => {
      const { user, tried } = renderFirstStart();
      await user.paste(pasted);
      await press(user, t('firstStart.byHand'));
      await user.type(field(t('connections.token')), secret);
      await user.tab();
      await screen.findByText(`Order ${rids[0]}`);
      expect(tried().flat()).toEqual(rids);
      expect(screen.queryByText(t('firstStart.question.several'))).toBeNull();
    });
  });

  describe('hides what was not the token until a person says that it is a rid', () => {
    const [secret, other] = ['Zt7Qm4Kx9Lw2Vb8Ns5Rj3Hd6', 'Qx7ZpLm29RtVbN4kWc8JgT5y'] as const;
    const rids = ['k7Qm2VxT9bRw', 'B5wXe1MsYk9T', 'p3LdZ8nHq2Vc'];
    const pasted = ['https://certs.example.com', secret, other, ...rids].join('\n');
    const shownOf = (word: string) => `••••••••${word.slice(word.length < 16 ? -2 : -4)}`;
    const isTokenOf = (word: string) => t('firstStart.question.isTokenOf', { word: shownOf(word) });
    const isRidOf = (word: string) => t('firstStart.question.isRidOf', { word: shownOf(word) });
    const leaveOut = (word: string) => t('addOrders.leaveOut', { rid: shownOf(word) });
    const ridsText = () => field(t('addOrders.rids')).value;

    it('one by one: the other words of the shape of a rid are rids', async () => {
      const { user, tried, asked } = renderFirstStart();
      await user.paste(pasted);
      await press(user, isTokenOf(secret));
      screen.getByText(t('firstStart.question.areRids'));
      expect(ridsText()).toBe('');
      await press(user, isRidOf(rids[0] ?? ''));
      await screen.findByText(`Order ${rids[2]}`);
      expect(tried().flat().filter(Boolean)).toEqual(rids);
      screen.getByText(t('firstStart.question.isRid'));
      expect(document.body.innerHTML).not.toContain(other);
      await press(user, leaveOut(other));
      expect(screen.queryByText(t('firstStart.question.isRid'))).toBeNull();
      expect(JSON.stringify(asked)).not.toContain(other);
    });

    it('or all with one press', async () => {
      const { user } = renderFirstStart();
      await user.paste(pasted);
      await press(user, isTokenOf(secret));
      await press(user, t('firstStart.question.theyAreRids'));
      expect(ridsText().split('\n').toSorted()).toEqual([other, ...rids].toSorted());
    });

    it('also when the token is typed, and with another text', async () => {
      const { user, asked } = renderFirstStart();
      await user.paste(pasted);
      await press(user, t('firstStart.byHand'));
      await user.type(field(t('connections.token')), secret);
      await user.tab();
      screen.getByText(t('firstStart.question.areRids'));
      expect(ridsText()).toBe('');
      await user.click(field(t('firstStart.paste')));
      await user.paste('r-1001');
      await waitFor(() => expect(ridsText()).toBe('r-1001'));
      expect(JSON.stringify(asked)).not.toContain(other);
    });

    it('beside a secret with a label', async () => {
      const { user, tried, asked } = renderFirstStart();
      await user.paste(['https://certs.example.com', secret, 'secret: whs-9f8e7d6c5b', ...rids].join('\n'));
      await press(user, isTokenOf(secret));
      await screen.findByText(`Order ${rids[2]}`);
      expect(tried().flat()).toEqual(rids);
      screen.getByText(t('firstStart.question.isRid'));
      expect(JSON.stringify(asked)).not.toContain('whs-9f8e7d6c5b');
    });

    it('also where no rid is known', async () => {
      const { user } = renderFirstStart();
      await user.paste(`https://certs.example.com ${secret} secret: whs-9f8e7d6c5b`);
      await press(user, isTokenOf(secret));
      screen.getByText(t('firstStart.question.isRid'));
      expect(ridsText()).toBe('');
    });
  });

  it('asks again which is the token when the one that was guessed is a rid', async () => {
    const { user } = renderFirstStart();
    await user.paste('Zt7Qm4Kx9Lw2Vb8Ns5Rj3Hd6 p3LdZ8nHq2Vc');
    await user.paste(`https://certs.example.com ${token}`);
    await press(user, t('firstStart.tokenIsRid'));
    screen.getByText(t('firstStart.question.several'));
    expect(field(t('addOrders.rids')).value).toBe(token);
  });

  it('tries and stores no rid that is the typed token', async () => {
    const { user, tried, named } = renderFirstStart();
    await user.paste('https://certs.example.com rid: Zt7Qm4Kx9Lw2Vb8N');
    await user.paste('r1');
    await press(user, t('firstStart.byHand'));
    await user.type(field(t('connections.token')), 'Zt7Qm4Kx9Lw2Vb8N');
    await user.tab();
    await screen.findByText('Order r1');
    expect(tried().flat()).toEqual(['r1']);
    expect(field(t('addOrders.rids')).value).toBe('r1');
    screen.getByText(t('addOrders.odd.token'), { exact: false });
    await press(user, t('addOrders.submitCount', { count: 1 }));
    await waitFor(() => expect(named('orders:add')).toEqual([{ connectionId: 'c1', text: 'r1' }]));
  });

  it('names what is odd in a pasted text, and marks rids that look like something else', async () => {
    const { user } = renderFirstStart();
    await user.paste('rid: B5wXe1MsYk9T\nhttp://certs.example.com shop.example.com <rid>');
    expect(screen.getByRole('list', { name: t('addOrders.odd.label') }).textContent).toContain('<rid>');
    screen.getByText(t('addOrders.odd.httpsOnly'), { exact: false });
    await user.paste('Mail');
    screen.getByText(t('addOrders.doubtful', { count: 1 }));
  });

  it('sends nothing while a field is being typed, but when it is left', async () => {
    const { user, tried } = renderFirstStart();
    await user.paste(`Bearer ${token} r1`);
    await press(user, t('firstStart.byHand'));
    await user.type(field(t('connections.baseUrl')), 'https://certs.example.com');
    expect(tried()).toEqual([]);
    await user.tab();
    await waitFor(() => expect(tried()).toEqual([['r1']]));
  });

  it('offers to keep the token in memory when the keychain is locked, and goes on', async () => {
    let isLocked = true;
    const { user, named } = renderFirstStart({
      'connections:add': async () =>
        isLocked ? err({ kind: 'keychainLocked' }) : ok(connection('c1', 'Certs')),
      'keychain:setMemoryConsent': async () => {
        isLocked = false;
        return null;
      },
    });
    await user.paste(curl);
    await press(user, t('addOrders.submitCount', { count: 1 }));
    await screen.findByText(titleOf({ kind: 'keychainLocked' }));
    expect(field(t('connections.token')).value).toBe(token);
    await press(user, t('keychain.keepInMemory'));
    await waitFor(() => expect(named('orders:add')).toHaveLength(1));
  });
});
