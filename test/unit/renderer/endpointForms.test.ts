import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { undoCalls } from '#main/app/calls/undoCalls.ts';
import { checkNow } from '#renderer/features/deployment/endpoints/checkNow.ts';
import {
  addPlanned,
  addSuggestion,
  removeEndpoints,
} from '#renderer/features/deployment/endpoints/endpointActions.ts';
import {
  checkEndpoint,
  draftOf,
  fieldsOf,
  intervalsWith,
  newDraft,
} from '#renderer/features/deployment/endpoints/endpointDraft.ts';
import {
  openSuggestions,
  planSuggested,
  suggestedText,
} from '#renderer/features/deployment/endpoints/suggestions.ts';
import { useAppStore } from '#renderer/stores/appStore.ts';
import { projectSnapshot } from '#renderer/stores/mirror.ts';
import { useToastStore } from '#renderer/stores/toastStore.ts';
import type { EndpointSuggestion } from '#shared/domain/endpointInput.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { endpoint } from '../shared/placeFixtures.ts';
import { snapshotOf } from './orderRows.ts';

const web: EndpointSuggestion = { host: 'a.example', port: 443, protocol: 'tls', wildcard: false };

describe('the draft of an endpoint', () => {
  it('describes the endpoint and is valid', () => {
    const draft = draftOf(endpoint({ host: '2001:db8::1', port: 8443, serverName: 'b.example' }));
    expect(fieldsOf(draft)).toEqual({
      text: '[2001:db8::1]:8443',
      protocol: 'tls',
      serverName: 'b.example',
      intervalMinutes: 720,
    });
    expect(checkEndpoint(draft)).toEqual({ ok: true, value: fieldsOf(draft) });
    expect(fieldsOf(newDraft('a.example')).protocol).toBeNull();
  });

  it('has each problem at its field', () => {
    const reason = (text: string, serverName = '') => {
      const checked = checkEndpoint({ ...newDraft(text), serverName });
      return checked.ok ? null : checked.error;
    };
    expect(reason(' ')).toMatchObject({ endpoint: { reason: 'empty' } });
    expect(reason('*.a.example')).toMatchObject({ endpoint: { reason: 'wildcard' } });
    expect(reason('.a.example')).toMatchObject({ endpoint: { reason: 'notAHost' } });
    expect(reason('a.example:70000')).toMatchObject({ endpoint: { reason: 'outOfRange' } });
    expect(reason('a.example', '192.0.2.1')).toMatchObject({ serverName: { reason: 'notAHost' } });
  });

  it('offers the usual intervals and the current one', () => {
    expect(intervalsWith(90)).toEqual([15, 60, 90, 360, 720, 1440, 10_080]);
    expect(intervalsWith(60)).toHaveLength(6);
  });
});

describe('suggestions', () => {
  const domains = ['a.example', 'smtp.example', '*.b.example'];

  it('have the text that a user would type, a wildcard its suffix', () => {
    expect(openSuggestions({ domains }, []).map(suggestedText)).toEqual([
      'a.example',
      'smtp.example:587',
      '.b.example',
    ]);
  });

  it('leave out added endpoints, and a wildcard once one of its hosts is added', () => {
    const there = [endpoint(), endpoint({ host: 'www.b.example' })];
    expect(openSuggestions({ domains }, there).map(suggestedText)).toEqual(['smtp.example:587']);
    const otherName = [endpoint({ serverName: 'c.example' })];
    expect(openSuggestions({ domains: ['a.example'] }, otherName)).toHaveLength(1);
  });

  it('of several orders leave out added endpoints, wildcards, and those above the limits', () => {
    const many = Array.from({ length: 60 }, (_, index) => `h${index}.example`);
    const plan = planSuggested(
      [
        { id: 'a', domains },
        { id: 'big', domains: many },
      ],
      [endpoint()],
    );
    expect(plan).toMatchObject({ orders: 2, known: 1, wildcards: 1, noRoom: 10 });
    expect(plan.adding).toHaveLength(51);
    expect(planSuggested([{ id: 'a', domains: ['a.example'] }], [endpoint()])).toMatchObject({
      adding: [],
      orders: 0,
    });
  });
});

describe('the actions on endpoints', () => {
  let asked: [string, unknown][];
  let answers: Result<unknown>[];

  beforeEach(() => {
    asked = [];
    answers = [];
    const names = ['add', 'addMany', 'remove', 'restore', 'probe'].map((name) => `endpoints:${name}`);
    const calls = Object.fromEntries(
      names.map((name) => [
        name,
        (args: unknown) => {
          asked.push([name, args]);
          return Promise.resolve(answers.shift() ?? ok(null));
        },
      ]),
    );
    vi.stubGlobal('window', { notAfter: { calls: { ...calls, ...undoCalls() } } });
    useAppStore.setState({ phase: 'ready', projection: projectSnapshot(snapshotOf(1, [])) }, true);
    useToastStore.setState({ toasts: [] });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const toasts = () => useToastStore.getState().toasts;

  it('adds a suggestion with its protocol, and reports only a failure', async () => {
    await addSuggestion('a', { ...web, port: 587, protocol: 'smtp' });
    expect(asked).toEqual([
      [
        'endpoints:add',
        { orderId: 'a', text: 'a.example:587', protocol: 'smtp', serverName: '', intervalMinutes: 720 },
      ],
    ]);
    expect(toasts()).toEqual([]);
    answers = [err({ kind: 'invalidInput', field: 'endpoint', reason: 'tooMany' })];
    await addSuggestion('a', web);
    expect(toasts()).toMatchObject([{ tone: 'danger', title: 'The server was not added' }]);
  });

  it('adds a plan in one call, and reports how many were added and had no room', async () => {
    const adding = ['a', 'b', 'c'].map((orderId) => ({ orderId, suggestion: web }));
    answers = [ok({ added: 2, known: 1, noRoom: 0 }), ok({ added: 1, known: 0, noRoom: 2 })];
    expect((await addPlanned({ adding })).ok).toBe(true);
    const fields = { text: 'a.example', protocol: 'tls', serverName: '', intervalMinutes: 720 };
    expect(asked).toEqual([
      ['endpoints:addMany', ['a', 'b', 'c'].map((orderId) => ({ orderId, ...fields }))],
    ]);
    await addPlanned({ adding });
    expect(toasts()).toMatchObject([
      { tone: 'success', title: '2 servers added' },
      { tone: 'warning', title: '1 server added', text: expect.stringMatching(/^2 have no room/u) },
    ]);
  });

  it('leaves the failure of a plan to the dialog', async () => {
    answers = [err({ kind: 'storage', reason: 'full', detail: '' })];
    expect(await addPlanned({ adding: [{ orderId: 'a', suggestion: web }] })).toMatchObject({ ok: false });
    expect(toasts()).toEqual([]);
  });

  it('removes an endpoint at once, and can undo it', async () => {
    await removeEndpoints([endpoint()]);
    const [toast] = toasts();
    expect(toast?.title).toBe('a.example:443 is no longer checked');
    toast?.action?.run();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked).toEqual([
      ['endpoints:remove', ['e1']],
      ['endpoints:restore', ['e1']],
    ]);
  });

  it('checks endpoints now, and reports a failure', async () => {
    await checkNow({ ids: ['e1'] });
    answers = [err({ kind: 'tooOften', waitMs: 5_000 })];
    await checkNow(null);
    expect(toasts()).toMatchObject([{ title: 'Not checked', text: expect.stringMatching(/5 s\.$/u) }]);
    expect(asked).toEqual([
      ['endpoints:probe', { ids: ['e1'] }],
      ['endpoints:probe', null],
    ]);
  });
});
