import type { ServiceOrder } from './orderBook.ts';

/**
 * The possible bodies of the latest-certificate endpoint. The interface does not show its fields (section 2),
 * so the service supports the likely ones:
 * - `flat`: rid, name and the five items of the material in one object;
 * - `data`, `result`: the same inside a property of that name;
 * - `envelope`: `{code, msg, data}`, with code 0 for success;
 * - `snake`: flat, in snake_case;
 * - `partial`: only the full certificate and notAfter;
 * - `none`: rid, name and notAfter, no material at all.
 */
export type Shape = (typeof shapes)[number];

/** All shapes, in display order. */
export const shapes = ['flat', 'data', 'result', 'envelope', 'snake', 'partial', 'none'] as const;

function flat({ rid, name, material }: ServiceOrder): Readonly<Record<string, string>> {
  return { rid, name, ...material };
}

const writers: Readonly<Record<Shape, (order: ServiceOrder) => unknown>> = {
  flat,
  data: (order) => ({ data: flat(order) }),
  result: (order) => ({ result: flat(order) }),
  envelope: (order) => ({ code: 0, msg: 'success', data: flat(order) }),
  snake: ({ rid, name, material }) => ({
    rid,
    name,
    key: material.key,
    certificate: material.certificate,
    certificate_server: material.certificateServer,
    certificate_chain: material.certificateChain,
    not_after: material.notAfter,
  }),
  partial: ({ material }) => ({ certificate: material.certificate, notAfter: material.notAfter }),
  none: ({ rid, name, material }) => ({ rid, name, notAfter: material.notAfter }),
};

/** The body of an order in a shape, for JSON.stringify. */
export function bodyInShape(shape: Shape, order: ServiceOrder): unknown {
  return writers[shape](order);
}

/** The JSON body of an error: an envelope for that shape, otherwise `{error, message}`. */
export function errorBody(shape: Shape, status: number, error: string, message: string): unknown {
  return shape === 'envelope' ? { code: status, msg: message, data: null } : { error, message };
}
