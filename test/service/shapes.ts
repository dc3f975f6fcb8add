import type { ServiceOrder } from './orderBook.ts';

/**
 * The bodies that the latest-certificate endpoint can give. The interface does not show its fields (section 2),
 * so the service speaks the likely ones:
 * - `flat`: rid, name and the five items of the material in one object;
 * - `data`, `result`: the same inside a property of that name;
 * - `envelope`: `{code, msg, data}` where code 0 says that all is well;
 * - `snake`: flat, in snake_case;
 * - `partial`: the full certificate and notAfter alone;
 * - `none`: rid, name and notAfter, no material at all.
 */
export type Shape = (typeof shapes)[number];

/** All shapes, in the order in which they are listed to people. */
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

/** The body, ready for JSON.stringify, that says the order in the given shape. */
export function bodyInShape(shape: Shape, order: ServiceOrder): unknown {
  return writers[shape](order);
}

/** The JSON body of a refusal: in the envelope when that is the shape, else `{error, message}`. */
export function errorBody(shape: Shape, status: number, error: string, message: string): unknown {
  return shape === 'envelope' ? { code: status, msg: message, data: null } : { error, message };
}
