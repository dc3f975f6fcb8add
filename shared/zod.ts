import { config } from 'zod';

// Zod would compile each schema of an object with `new Function`: milliseconds of every start, which no use of them makes up.
config({ jitless: true });

export { z } from 'zod';
