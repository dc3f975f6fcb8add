import { describe, expect, it } from 'vitest';
import { parseSearch } from '#shared/domain/parseSearch.ts';
import { dependsOnTime, isFound, type SearchFacts } from '#shared/domain/search.ts';
import { type OrderStatus, orderStatuses } from '#shared/domain/status.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/thresholds.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

const named: Partial<Record<OrderStatus, string>> = { critical: '严重', notYetValid: 'Not yet valid' };
const names = Object.fromEntries(orderStatuses.map((status) => [status, named[status] ?? status])) as Record<
  OrderStatus,
  string
>;

const portal: SearchFacts = {
  text: 'customer portal\nportal.example.com',
  issuer: 'example trust ecc ca 1',
  servers: ['portal.example.com:443', '192.0.2.1:8443'],
  tags: ['prod', 'team:web'],
  note: 'ask web first\nthen renew',
  status: 'critical',
  end: NOW + 3 * DAY_MS,
};

const finds = (search: string, change: Partial<SearchFacts> = {}) =>
  isFound(parseSearch(search, names), { ...portal, ...change }, NOW);
const problems = (search: string) => parseSearch(search, names).problems;

describe('words', () => {
  it('must all be in the text, in any order and case', () => {
    expect(finds('PORTAL customer')).toBe(true);
    expect(finds('portal gateway')).toBe(false);
    expect(finds('')).toBe(true);
  });

  it('in quotes are found together, also in typographic quotes or without the last one', () => {
    expect(finds('"customer portal"')).toBe(true);
    expect(finds('"portal customer"')).toBe(false);
    expect(finds('“customer portal”')).toBe(true);
    expect(finds('"customer por')).toBe(true);
  });

  it('are excluded by a minus sign, which alone or inside a word is only a sign', () => {
    expect(finds('-gateway')).toBe(true);
    expect(finds('-"customer portal"')).toBe(false);
    expect(finds('-', { text: 'a - b' })).toBe(true);
    expect(finds('xn--bcher', { text: 'xn--bcher-kva.example' })).toBe(true);
  });

  it('with a colon that is no operator stay words', () => {
    expect(finds('https://portal', { text: 'https://portal.example.com' })).toBe(true);
    expect(finds('name:x', { text: 'name:x' })).toBe(true);
  });
});

describe('time', () => {
  it('is compared with the time left, in hours, days or weeks; days without a unit', () => {
    expect(finds('<14d')).toBe(true);
    expect(finds('<14')).toBe(true);
    expect(finds('<71h')).toBe(false);
    expect(finds('<1w')).toBe(true);
    expect(finds('>2d')).toBe(true);
    expect(finds('>90d')).toBe(false);
    expect(finds('expires:14d')).toBe(true);
    expect(finds('>1d <7d')).toBe(true);
    expect(finds('-<14d')).toBe(false);
    expect(finds('＜１４ｄ')).toBe(true);
  });

  it('is short for an expired order, and matches nothing without an expiry', () => {
    expect(finds('<14d', { end: NOW - HOUR_MS })).toBe(true);
    expect(finds('<14d', { end: null })).toBe(false);
    expect(finds('>14d', { end: null })).toBe(false);
  });

  it('is the only condition that depends on the time', () => {
    expect(dependsOnTime(parseSearch('portal <14d', names))).toBe(true);
    expect(dependsOnTime(parseSearch('portal status:critical', names))).toBe(false);
  });
});

describe('operators', () => {
  it('compare the status by its identifier or its name, or the beginning of one', () => {
    expect(finds('status:critical')).toBe(true);
    expect(finds('status:crit')).toBe(true);
    expect(finds('status:严重')).toBe(true);
    expect(finds('status：严重')).toBe(true);
    expect(finds('status:healthy')).toBe(false);
    expect(finds('status:healthy,critical')).toBe(true);
    expect(finds('-status:critical')).toBe(false);
    expect(finds('status:"not yet valid"', { status: 'notYetValid' })).toBe(true);
    expect(finds('status:not-yet', { status: 'notYetValid' })).toBe(true);
  });

  it('look at the issuer and at the servers alone', () => {
    expect(finds('issuer:"trust ecc"')).toBe(true);
    expect(finds('issuer:portal')).toBe(false);
    expect(finds('server:192.0.2')).toBe(true);
    expect(finds('server:192.0.2', { servers: [] })).toBe(false);
  });

  it('find the beginning of a tag, or in quotes the whole one; one of several with commas', () => {
    expect(finds('tag:PRO')).toBe(true);
    expect(finds('tag:rod')).toBe(false);
    expect(finds('tag:"prod"')).toBe(true);
    expect(finds('tag:"pro"')).toBe(false);
    expect(finds('tag:test,team:')).toBe(true);
    expect(finds('tag:"test","prod"')).toBe(true);
    expect(finds('tag：prod')).toBe(true);
    expect(finds('tag:prod', { tags: [] })).toBe(false);
    expect(finds('-tag:prod')).toBe(false);
    expect(finds('tag:"on call"', { tags: ['on call'] })).toBe(true);
  });

  it('find a word or words of the note', () => {
    expect(finds('note:WEB')).toBe(true);
    expect(finds('note:"first then"')).toBe(false);
    expect(finds('note:"then renew"')).toBe(true);
    expect(finds('note：web')).toBe(true);
    expect(finds('note:portal')).toBe(false);
    expect(finds('-note:web')).toBe(false);
    expect(finds('note:web', { note: '' })).toBe(false);
  });

  it('without a value have no effect yet', () => {
    for (const typed of [
      'status:',
      'issuer:',
      'server:',
      'tag:',
      'tag:"',
      'tag:,',
      'note:',
      '<',
      '>=',
      'expires:',
    ])
      expect(finds(typed), typed).toBe(true);
  });

  it('with a value that cannot be understood find nothing, and are named', () => {
    expect(problems('portal <14x')).toEqual([{ kind: 'time', word: '<14x' }]);
    expect(problems('-status:fine')).toEqual([{ kind: 'status', word: '-status:fine' }]);
    for (const wrong of ['<14x', '>d', '-status:fine']) expect(finds(wrong), wrong).toBe(false);
  });
});
