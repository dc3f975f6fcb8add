/** Orders that come from deliveries alone have a rid at the service that is the name in its deliveries. */
const PUSH = 'push-';

/** Whether the app asks for an order of the service. */
export function isPulled(rid: string): boolean {
  return !rid.startsWith(PUSH);
}

/** The rid of another order that comes from deliveries alone. */
export function pushRid(index: number): string {
  return `${PUSH}${index}`;
}
