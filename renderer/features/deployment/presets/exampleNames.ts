import { type OrderRow, orderTitle, serviceKey } from '#shared/domain/order.ts';
import { expandTemplate, type TemplateValues, templateProblem } from '#shared/domain/presetTemplate.ts';

/** An order that names are shown for. */
export interface NamesExample {
  readonly title: string;
  readonly values: TemplateValues;
}

/** Shown while there is no order. */
export const inventedExample: NamesExample = {
  title: 'shop',
  values: { alias: 'shop', rid: 'rid-1', domain: 'shop.example.com', notAfter: '2031-01-31' },
};

/** The name that a template gives for an example; without one the template itself. */
export function nameFor(template: string, example: NamesExample | null): string {
  return example === null ? template : expandTemplate(template, example.values);
}

/** As `nameFor`, for a template that is being typed: `null` while it gives no usable name. */
export function previewFor(template: string, example: NamesExample): string | null {
  return templateProblem(template) === null ? nameFor(template, example) : null;
}

export function exampleOf(order: OrderRow): NamesExample {
  const { notAfter, commonName, domains } = order;
  const title = orderTitle(order);
  const domain = (domains[0] ?? commonName ?? title).replace(/^\*\./u, '_wildcard.');
  return {
    title,
    values: {
      alias: likeFileName(title.replace(/^\*\./u, 'wildcard.')),
      rid: likeFileName(serviceKey(order)),
      domain: likeFileName(domain),
      notAfter: notAfter === null ? 'unknown' : new Date(notAfter).toISOString().slice(0, 10),
    },
  };
}

/**
 * A text as main makes a file name of it. Where letters are lost main adds a digest, which an ellipsis stands for: what
 * is written exactly is told in the review.
 */
export function likeFileName(text: string): string {
  const latin = text
    .trim()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '');
  const name = latin
    .replace(/[^a-z0-9._-]+/gu, '-')
    .replace(/\.{2,}/gu, '.')
    .replace(/^[^a-z0-9_]+|[^a-z0-9_]+$/gu, '');
  if (name === '') return 'order-…';
  return /[^\p{ASCII}]/u.test(latin) ? `${name}-…` : name;
}
