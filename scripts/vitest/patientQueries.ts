import { configure } from '@testing-library/react';

// A machine under load needs longer than the second that component tests wait by default.
configure({ asyncUtilTimeout: 10_000 });
