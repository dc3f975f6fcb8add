import { isSafeName } from './fileName.ts';

/** What a template may put in: `{alias}` is an order's name here, `{domain}` the first name of its leaf. */
export const templateVariables = ['alias', 'rid', 'domain', 'notAfter'] as const;
export type TemplateVariable = (typeof templateVariables)[number];

/** What stands for each variable: safe names (`isSafeName`) themselves. */
export type TemplateValues = Readonly<Record<TemplateVariable, string>>;

export type TemplatePiece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: TemplateVariable };

/** Why a template is of no use; `empty` is for the caller to judge. */
export type TemplateProblem = 'empty' | 'unknownVariable' | 'notAFileName' | 'tooLong';

const variable = new RegExp(`\\{(${templateVariables.join('|')})\\}`, 'u');

/** Leaves room for what the variables become. */
const LITERALS_MAX = 80;

/** The pieces of a template in order; `null` when braces stand around something that is no variable, or alone. */
export function parseTemplate(template: string): readonly TemplatePiece[] | null {
  // Splitting by an expression with a group gives text and variables in turns.
  const pieces = template.split(variable).flatMap((text, index): TemplatePiece[] => {
    const name = templateVariables.find((known) => known === text);
    if (index % 2 === 1 && name !== undefined) return [{ kind: 'variable', name }];
    return text === '' ? [] : [{ kind: 'literal', text }];
  });
  return pieces.some((piece) => piece.kind === 'literal' && /[{}]/u.test(piece.text)) ? null : pieces;
}

/** What is wrong with a template, `null` when nothing is. */
export function templateProblem(template: string): TemplateProblem | null {
  if (template === '') return 'empty';
  const pieces = parseTemplate(template);
  if (pieces === null) return 'unknownVariable';
  const literals = pieces.map((piece) => (piece.kind === 'literal' ? piece.text : ''));
  if (literals.join('').length > LITERALS_MAX) return 'tooLong';
  // Each value is a safe name itself, as this one is: what is left to judge are the literals, and the ends.
  const sample = expandTemplate(template, { alias: 'x', rid: 'x', domain: 'x', notAfter: 'x' });
  return isSafeName(sample) ? null : 'notAFileName';
}

/** Puts values in. What comes out may still be too long, or a device of Windows: `planNames` sees to that. */
export function expandTemplate(template: string, values: TemplateValues): string {
  const pieces = parseTemplate(template) ?? [];
  return pieces.map((piece) => (piece.kind === 'literal' ? piece.text : values[piece.name])).join('');
}

/** Whether a template gives each order another name: it has a variable in it that no two orders share. */
export function differsPerOrder(template: string): boolean {
  const pieces = parseTemplate(template) ?? [];
  return pieces.some(
    (piece) => piece.kind === 'variable' && (piece.name === 'alias' || piece.name === 'rid'),
  );
}
