import { describe, expect, it } from 'vitest';
import { parseTagKeys, tagLabelsOf } from '#main/reporting/metrics/tagLabels.ts';

describe('the keys of tags', () => {
  it('become names of labels', () => {
    expect(parseTagKeys('team, Cost-Centre,app.kubernetes.io_name')).toEqual([
      { key: 'team', label: 'tag_team' },
      { key: 'cost-centre', label: 'tag_cost_centre' },
      { key: 'app.kubernetes.io_name', label: 'tag_app_kubernetes_io_name' },
    ]);
  });

  it.each([
    ['team,', ''],
    ['团队', '团队'],
    ['team:web', 'team:web'],
    ['a b', 'a b'],
    ['x'.repeat(50), 'x'.repeat(50)],
    ['a-b,a.b', 'a.b'],
  ])('are refused by the word that is no key or names the same label: %s', (text, word) => {
    expect(parseTagKeys(text)).toBe(word);
  });
});

it('the values of tags with a key are sorted and joined, in any case of the key', () => {
  const labels = [
    { key: 'team', label: 'tag_team' },
    { key: 'env', label: 'tag_env' },
  ];
  expect(tagLabelsOf(['Team: Web', 'team:api', 'prod', 'teams:no'], labels)).toEqual({
    tag_team: 'Web,api',
    tag_env: '',
  });
});
