import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSafeName } from '#shared/domain/fileName.ts';
import {
  differsPerOrder,
  expandTemplate,
  parseTemplate,
  type TemplateValues,
  templateProblem,
  templateVariables,
} from '#shared/domain/presetTemplate.ts';
import { soakCount } from '#test/support/soak.ts';

const values: TemplateValues = {
  alias: 'shop',
  rid: 'r-1',
  domain: '_wildcard.example.com',
  notAfter: '2026-08-01',
};

describe('a template', () => {
  it.each([
    ['privkey.pem', 'privkey.pem'],
    ['{alias}', 'shop'],
    ['{domain}.crt', '_wildcard.example.com.crt'],
    ['{alias}-{notAfter}_{rid}.pem', 'shop-2026-08-01_r-1.pem'],
    ['{alias}{alias}', 'shopshop'],
  ])('inserts values: %s', (template, expected) => {
    expect(templateProblem(template)).toBeNull();
    expect(expandTemplate(template, values)).toBe(expected);
  });

  it.each([
    ['', 'empty'],
    ['{name}.pem', 'unknownVariable'],
    ['{Alias}', 'unknownVariable'],
    ['{alias', 'unknownVariable'],
    ['alias}', 'unknownVariable'],
    ['{{alias}}', 'unknownVariable'],
    ['{}', 'unknownVariable'],
    ['../{alias}', 'notAFileName'],
    ['a/b', 'notAFileName'],
    ['c:{alias}', 'notAFileName'],
    ['Cert.pem', 'notAFileName'],
    ['.{alias}', 'notAFileName'],
    ['{alias}.', 'notAFileName'],
    ['con.{alias}', 'notAFileName'],
    ['a b', 'notAFileName'],
    ['é', 'notAFileName'],
    ['x'.repeat(81), 'tooLong'],
  ])('is refused: %j is %s', (template, problem) => {
    expect(templateProblem(template)).toBe(problem);
  });

  it.each([
    ['{alias}.pem', true],
    ['x-{rid}', true],
    ['{domain}', false],
    ['{notAfter}', false],
    ['cert', false],
  ])('%s differs per order: %s', (template, expected) => {
    expect(differsPerOrder(template)).toBe(expected);
  });

  it('equals its parts, and if accepted is a safe name except for length and device names', () => {
    const variable = fc.constantFrom(...templateVariables).map((name) => `{${name}}`);
    const template = fc
      .array(
        fc.oneof(variable, fc.string({ maxLength: 6 }), fc.constantFrom('.', '-', 'a', '{', '}', 'com1')),
        {
          maxLength: 8,
        },
      )
      .map((pieces) => pieces.join(''));
    const safe = fc.stringMatching(/^[a-z0-9_][a-z0-9._-]{0,20}[a-z0-9_]$/).filter(isSafeName);
    fc.assert(
      fc.property(
        template,
        fc.record({ alias: safe, rid: safe, domain: safe, notAfter: safe }),
        (text, given) => {
          const pieces = parseTemplate(text);
          if (pieces !== null) {
            const again = pieces.map((piece) => (piece.kind === 'literal' ? piece.text : `{${piece.name}}`));
            expect(again.join('')).toBe(text);
          }
          if (templateProblem(text) !== null) return;
          const name = expandTemplate(text, given);
          expect(name).toMatch(/^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?$/);
        },
      ),
      { numRuns: soakCount(2_000) },
    );
  });
});
