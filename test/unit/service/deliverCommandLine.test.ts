import { describe, expect, it } from 'vitest';
import { parseDeliverCommandLine } from '#test/service/deliverCommandLine.ts';

const to = ['--to', 'https://push.example.com/hook?a=b'];
const secret = 'hunter2hunter2';

describe('parseDeliverCommandLine', () => {
  it('reads every flag', () => {
    const words = '--rid r1 --encoding form --charset --renew --ca /tmp/ca.pem'.split(' ');
    const control = ['--control', 'http://127.0.0.1:8080/control'];
    const args = [...to, '--secret', secret, '--task', 'Edge nodes', ...words, ...control];
    expect(parseDeliverCommandLine(args, {})).toEqual({
      kind: 'deliver',
      request: {
        to: 'https://push.example.com/hook?a=b',
        secret: { kind: 'given', secret },
        rid: 'r1',
        task: 'Edge nodes',
        encoding: 'form',
        charset: true,
        renew: true,
        control: 'http://127.0.0.1:8080/control',
        caFile: '/tmp/ca.pem',
      },
    });
  });

  it('leaves all but address and secret to defaults', () => {
    const command = parseDeliverCommandLine([...to, '--secret', secret], {});
    expect(command).toEqual({
      kind: 'deliver',
      request: { to: to[1], secret: { kind: 'given', secret }, renew: false },
    });
  });

  it.each([
    ['the environment', [], { kind: 'given', secret: 'of the environment' }],
    ['the flag before the environment', ['--secret', secret], { kind: 'given', secret }],
    ['the file before the environment', ['--secret-file', '/run/s'], { kind: 'file', path: '/run/s' }],
  ])('takes the secret from %s', (_name, args, source) => {
    const env = { NOTAFTER_SIGNING_SECRET: 'of the environment' };
    expect(parseDeliverCommandLine([...to, ...args], env)).toMatchObject({ request: { secret: source } });
  });

  it('knows the help', () => {
    expect(parseDeliverCommandLine(['--help'], {})).toEqual({ kind: 'help' });
  });

  it.each([
    ['no address', ['--secret', secret], '--to'],
    ['an address that is none', ['--to', secret, '--secret', secret], '--to'],
    ['another protocol', ['--to', 'ftp://example.com/', '--secret', secret], '--to'],
    ['no secret', to, 'NOTAFTER_SIGNING_SECRET'],
    ['an empty secret', [...to, '--secret='], 'NOTAFTER_SIGNING_SECRET'],
    ['two secrets', [...to, '--secret', secret, '--secret-file', 'f'], '--secret-file'],
    ['a secret with an unquoted space', [...to, '--secret', 'the', secret], 'a word that belongs to no flag'],
    ['a secret that begins with a dash', [...to, '--secret', `-${secret}`], '--secret'],
    ['an encoding that is none', [...to, '--secret', 'json', '--encoding', secret], '--encoding'],
    ['a value for a switch', [...to, '--secret', secret, `--renew=${secret}`], '--renew'],
    ['a misspelt flag', [...to, `--secrett=${secret}`], '--secrett'],
    [
      'a running service without a rid',
      [...to, '--secret', secret, '--control', 'http://127.0.0.1/'],
      '--rid',
    ],
    ['an empty rid', [...to, '--secret', secret, '--rid='], '--rid'],
    [
      'controls on another machine',
      [...to, '--secret', secret, '--rid', 'r', '--control', 'http://192.0.2.1/control'],
      '--control',
    ],
  ])('says what is wrong with %s, without any values', (_name, args, words) => {
    const command = parseDeliverCommandLine(args, {});
    expect(command.kind === 'invalid' && command.reason).toContain(words);
    expect(JSON.stringify(command)).not.toContain(secret);
  });
});
