import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNote, parseTags, TAGS_MAX } from '#shared/domain/annotation.ts';
import { textLimits } from '#shared/domain/textLimits.ts';
import { ok } from '#shared/result.ts';
import { isCleanText } from '#shared/text.ts';
import { anyCharacter } from '#test/support/anyText.ts';

const refused = (field: 'tags' | 'note', reason: string) => ({
  ok: false,
  error: { kind: 'invalidInput', field, reason },
});

describe('tags', () => {
  it('are separated by commas of any width, trimmed, and each there once in any case', () => {
    expect(parseTags(' prod, team:web ,，Prod、on call,, ')).toEqual(ok(['prod', 'team:web', 'on call']));
    expect(parseTags('ｔｅａｍ：ｗｅｂ\nfrozen')).toEqual(ok(['team:web', 'frozen']));
    expect(parseTags(' , ')).toEqual(ok([]));
  });

  it('have no quotation marks, which a search puts around them', () => {
    expect(parseTags('"on" call, “x”')).toEqual(ok(['on call', 'x']));
  });

  it('are at most 20, of at most 50 characters each', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`).join();
    expect(parseTags(many(TAGS_MAX))).toMatchObject({ ok: true });
    expect(parseTags(`${many(TAGS_MAX)},T0`)).toMatchObject({ ok: true });
    expect(parseTags(many(TAGS_MAX + 1))).toEqual(refused('tags', 'tooMany'));
    expect(parseTags('x'.repeat(textLimits.tag))).toMatchObject({ ok: true });
    expect(parseTags(`a, ${'x'.repeat(textLimits.tag + 1)}`)).toEqual(refused('tags', 'tooLong'));
  });

  it('are clean, and read again as the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const tags = parseTags(text);
        if (!tags.ok) return;
        expect(tags.value.every((tag) => isCleanText(tag) && tag === tag.trim())).toBe(true);
        expect(parseTags(tags.value.join(', '))).toEqual(tags);
      }),
    );
  });
});

describe('a note', () => {
  it('keeps its lines and loses what affects the text around it', () => {
    expect(parseNote('\n Ask the desk\r\n\tbefore\u202e \u0000')).toEqual(ok('Ask the desk\n\tbefore'));
    expect(parseNote('x'.repeat(textLimits.note))).toMatchObject({ ok: true });
    expect(parseNote('x'.repeat(textLimits.note + 1))).toEqual(refused('note', 'tooLong'));
  });
});
