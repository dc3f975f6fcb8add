import { expect, it } from 'vitest';
import { isRightToLeft } from '#main/desktop/textDirection.ts';

it.each([
  [['ar', 'en'], true],
  [['he-IL'], true],
  [['fa'], true],
  [['pa-Arab'], true],
  [['en-US', 'ar'], false],
  [['zh-CN'], false],
  [['C'], false],
  [[], false],
])('the desktop of someone who reads %j is written from right to left: %s', (languages, expected) => {
  expect(isRightToLeft(languages)).toBe(expected);
});
