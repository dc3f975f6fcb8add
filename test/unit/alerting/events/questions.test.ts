import { expect, it } from 'vitest';
import { questionWords } from '#main/alerting/events/questionWords.ts';
import { eventWebhookQuestion } from '#main/alerting/events/standardWebhooks.ts';
import { translatorOf } from '#shared/i18n/translator.ts';

it('shows the path of a webhook without what can be secret, and says if the host stays the same', () => {
  const t = translatorOf('en');
  const asked = (url: string, former: string | null) => {
    const { title, facts } = eventWebhookQuestion(questionWords(t), url, former);
    return [title === t('alertChannels.webhook.consent.titleSameHost'), facts[0]];
  };
  const mine = 'https://hooks.example/services/MINE/secret';
  expect(asked(mine, null)).toEqual([false, 'Address: hooks.example/services/MINE/…']);
  expect(asked('https://hooks.example/services/OTHER/x?key=y', mine)).toEqual([
    true,
    'Address: hooks.example/services/OTHER/…',
  ]);
  expect(asked('https://hooks.example/', 'https://other.example/')).toEqual([
    false,
    'Address: hooks.example/',
  ]);
});
