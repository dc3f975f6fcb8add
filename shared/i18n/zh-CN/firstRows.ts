import { common } from './common.ts';
import { copies } from './copies.ts';
import { errors } from './errors.ts';
import { faults } from './faults.ts';
import { inbox } from './inbox.ts';
import { keychain } from './keychain.ts';
import { orders } from './orders.ts';
import { places } from './places.ts';

/** The texts that the first rows of the window need. */
export const firstRows = {
  common,
  copies,
  errors,
  faults,
  inbox,
  keychain,
  orders,
  places,
};
