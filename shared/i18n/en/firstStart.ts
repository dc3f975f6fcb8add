/** The first start: connection, token, orders. */
export const firstStart = {
  title: 'Welcome to NotAfter',
  intro: 'Three steps, and you see when each of your certificates ends.',
  steps: 'Steps',
  step: { connection: 'Connection', token: 'Access token', orders: 'Orders' },
  stepState: { done: 'done', current: 'current step', ahead: 'still to come' },
  connection: {
    title: 'Where is your certificate service?',
    text: 'NotAfter asks it for your orders. The address is the one that its console shows for the Open API.',
  },
  token: {
    title: 'Let NotAfter in',
    text: 'It needs an access token of yours for {{service}}.',
    testTitle: 'Try it out',
    testOptional: 'Recommended: test with the rid of one order before you go on.',
    save: 'Save and go on',
  },
  orders: {
    title: 'Which orders should be watched?',
    text: 'The connection “{{name}}” is set up. Paste the rids of your orders: the service’s console shows one for each.',
    later: 'Do this later',
    finish: 'Show my orders',
  },
} as const;
