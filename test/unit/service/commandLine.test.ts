import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '#test/service/commandLine.ts';

describe('parseCommandLine', () => {
  it('reads every flag', () => {
    const numbers = '--port 8080 --orders 2000 --latency 50 --seed=-3'.split(' ');
    const words = '--tls --shape snake --zone=-05:30 --envelope-errors'.split(' ');
    expect(parseCommandLine([...numbers, ...words, '--ca-dir', '/tmp/ca dir'])).toEqual({
      kind: 'run',
      caDirectory: '/tmp/ca dir',
      options: {
        port: 8080,
        orders: 2000,
        latencyMs: 50,
        seed: -3,
        tls: true,
        shape: 'snake',
        zoneOffsetMinutes: -330,
        envelopeErrors: true,
      },
    });
  });

  it('leaves everything to the defaults of the service when there are no flags', () => {
    const command = parseCommandLine([]);
    expect(
      command.kind === 'run' && Object.values(command.options).every((value) => value === undefined),
    ).toBe(true);
  });

  it('knows the showcase and the help', () => {
    expect(parseCommandLine(['--orders', 'showcase'])).toMatchObject({ options: { orders: 'showcase' } });
    expect(parseCommandLine(['--help', '--tls'])).toEqual({ kind: 'help' });
  });

  it.each([
    ['--port', 'x'],
    ['--port', '65536'],
    ['--port', '1.5'],
    ['--port', ''],
    ['--orders', 'many'],
    ['--orders=-1'],
    ['--latency', '1e3'],
    ['--shape', 'round'],
    ['--zone', 'Mars'],
    ['--port'],
    ['--unknown'],
    ['stray'],
  ])('says what is wrong with %s %s', (...args) => {
    const command = parseCommandLine(args);
    expect(command.kind).toBe('invalid');
    expect(command.kind === 'invalid' && command.reason).toContain(args[0]?.split('=')[0]);
  });
});
