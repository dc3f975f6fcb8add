import { expect, it } from 'vitest';
import { KeychainSecrets } from '#main/credentials/secrets/keychainSecrets.ts';
import { signingSecretsIn, tokensIn } from '#main/credentials/secrets/secretsById.ts';
import { FakeSecretStore } from '#test/support/fakeSecretStore.ts';

const done = { ok: true, value: null };

it('tokens and signing secrets are stored separately', async () => {
  const keychain = new FakeSecretStore();
  const secrets = new KeychainSecrets(keychain);
  const [tokens, signing] = [tokensIn(secrets), signingSecretsIn(secrets)];
  const heard: string[] = [];
  tokens.onDidChange((connectionId) => heard.push(`token ${connectionId}`));
  signing.onDidChange((secretId) => heard.push(`signing ${secretId}`));

  expect(await tokens.set('a', 'token-a')).toEqual(done);
  expect(await signing.set('a', 'secret-a')).toEqual(done);
  expect(Object.fromEntries(keychain.entries)).toEqual({ 'token:a': 'token-a', 'signing:a': 'secret-a' });
  expect(await signing.get('a')).toEqual({ ok: true, value: 'secret-a' });
  expect(await signing.delete('a')).toEqual(done);
  expect(await signing.get('a')).toEqual({ ok: false, error: { kind: 'secretMissing' } });
  expect(signing.state('a')).toEqual({ kind: 'absent' });
  expect(await tokens.get('a')).toEqual({ ok: true, value: 'token-a' });
  expect(heard).toEqual(['token a', 'signing a', 'signing a']);
});

it('a signing secret over the limit of the platform is refused as a signing secret', async () => {
  const keychain = new FakeSecretStore();
  keychain.maxSecretBytes = 10;
  expect(await signingSecretsIn(new KeychainSecrets(keychain)).set('a', 'x'.repeat(11))).toEqual({
    ok: false,
    error: { kind: 'invalidInput', field: 'secret', reason: 'tooLong' },
  });
});
