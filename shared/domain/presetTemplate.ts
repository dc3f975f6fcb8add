import { isSafeName } from './fileName.ts';

/** Variables of a template: `{alias}` is the order's name here, `{domain}` the first name of its leaf. */
export const templateVariables = ['alias', 'rid', 'domain', 'notAfter'] as const;
type TemplateVariable = (typeof templateVariables)[number];

/** Value of each variable, which must be a safe name (`isSafeName`). */
export type TemplateValues = Readonly<Record<TemplateVariable, string>>;

export type TemplatePiece =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: TemplateVariable };

/** Why a template is unusable; the caller decides about `empty`. */
export type TemplateProblem = 'empty' | 'unknownVariable' | 'notAFileName' | 'tooLong';

const variable = new RegExp(`\\{(${templateVariables.join('|')})\\}`, 'u');

/** Leaves room for the values. */
const LITERALS_MAX = 80;

/** The parts of a template in order; `null` for unbalanced braces or an unknown variable. */
export function parseTemplate(template: string): readonly TemplatePiece[] | null {
  // Splitting by an expression with a group yields text and variables alternately.
  const pieces = template.split(variable).flatMap((text, index): TemplatePiece[] => {
    const name = templateVariables.find((known) => known === text);
    if (index % 2 === 1 && name !== undefined) return [{ kind: 'variable', name }];
    return text === '' ? [] : [{ kind: 'literal', text }];
  });
  return pieces.some((piece) => piece.kind === 'literal' && /[{}]/u.test(piece.text)) ? null : pieces;
}

/** What is wrong with a template; `null`: nothing. */
export function templateProblem(template: string): TemplateProblem | null {
  if (template === '') return 'empty';
  const pieces = parseTemplate(template);
  if (pieces === null) return 'unknownVariable';
  const literals = pieces.map((piece) => (piece.kind === 'literal' ? piece.text : ''));
  if (literals.join('').length > LITERALS_MAX) return 'tooLong';
  // Values are safe names, like this sample; so only the literals and the ends remain to be checked.
  const sample = expandTemplate(template, { alias: 'x', rid: 'x', domain: 'x', notAfter: 'x' });
  return isSafeName(sample) ? null : 'notAFileName';
}

/** Inserts values. The result may be too long or a Windows device name, which `planNames` handles. */
export function expandTemplate(template: string, values: TemplateValues): string {
  const pieces = parseTemplate(template) ?? [];
  return pieces.map((piece) => (piece.kind === 'literal' ? piece.text : values[piece.name])).join('');
}

/** Whether a template gives each order a different name, because it contains a unique variable. */
export function differsPerOrder(template: string): boolean {
  const pieces = parseTemplate(template) ?? [];
  return pieces.some(
    (piece) => piece.kind === 'variable' && (piece.name === 'alias' || piece.name === 'rid'),
  );
}
