import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionSlots } from '#main/webhook/receiver/connectionSlots.ts';

/** Places for three strangers and two signed senders, with 100 bytes. */
function setUp() {
  const slots = new ConnectionSlots({ unverified: 3, signed: 2, bodyBytes: 100 });
  const gone: string[] = [];
  let port = 1;
  const sockets = new Map<string, Socket>();
  const connect = (name: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress: '127.0.0.1',
      remotePort: port++,
      localAddress: '127.0.0.1',
      localPort: 47443,
      destroy: () => gone.push(`${name} destroyed`),
    }) as unknown as Socket;
    sockets.set(name, socket);
    slots.accepted(socket, () => gone.push(`${name} dropped`));
    return socket;
  };
  /** As the exchange does when it is refused. */
  const sign = (name: string) =>
    slots.signed(of(name), () => {
      gone.push(`${name} gave up`);
      slots.settled(of(name));
    });
  const of = (name: string) => sockets.get(name) ?? connect(name);
  return { slots, gone, connect, sign, of };
}

describe('places for connections', () => {
  it('let the oldest stranger go for the next one', () => {
    const { gone, connect } = setUp();
    for (const name of ['a', 'b', 'c']) connect(name);
    expect(gone).toEqual([]);
    connect('d');
    connect('e');
    expect(gone).toEqual(['a destroyed', 'a dropped', 'b destroyed', 'b dropped']);
  });

  it('are free again when a connection closes', () => {
    const { gone, connect } = setUp();
    const [first] = ['a', 'b', 'c'].map(connect);
    first?.emit('close');
    connect('d');
    expect(gone).toEqual([]);
  });

  it('of signed senders are not taken by strangers, and theirs not by signed ones', () => {
    const { gone, connect, sign } = setUp();
    connect('signed');
    sign('signed');
    for (const name of ['a', 'b', 'c']) connect(name);
    expect(gone).toEqual([]);
    connect('d');
    expect(gone).toEqual(['a destroyed', 'a dropped']);
  });

  it('let the oldest signed sender go whose body has not come, and none that is being kept', () => {
    const { slots, gone, connect, sign, of } = setUp();
    for (const name of ['a', 'b', 'c']) connect(name);
    expect([sign('a'), sign('b')]).toEqual([true, true]);
    slots.keeping(of('a'));
    expect(sign('c')).toBe(true);
    expect(gone).toEqual(['b gave up']);
    slots.keeping(of('c'));
    connect('d');
    expect(sign('d')).toBe(false);
    slots.settled(of('a'));
    expect(sign('d')).toBe(true);
  });

  it('let those with the most of their bodies go when these are too much together', () => {
    const { slots, gone, connect, sign, of } = setUp();
    for (const name of ['large', 'small']) {
      connect(name);
      sign(name);
    }
    slots.holds(of('large'), 60);
    slots.holds(of('small'), 40);
    expect(gone).toEqual([]);
    slots.holds(of('small'), 41);
    expect(gone).toEqual(['large gave up']);
    slots.holds(of('small'), 100);
    expect(gone).toHaveLength(1);
    slots.holds(of('small'), 101);
    expect(gone[1]).toBe('small gave up');
  });

  it('count the bytes of a body no longer once it is whole, or its connection is gone', () => {
    const { slots, gone, connect, sign, of } = setUp();
    for (const end of ['keeping', 'close', 'settled']) {
      connect(end);
      sign(end);
      slots.holds(of(end), 90);
      if (end === 'keeping') slots.keeping(of(end));
      else if (end === 'settled') slots.settled(of(end));
      else of(end).emit('close');
    }
    expect(gone).toEqual([]);
  });

  it('are those of strangers again after the answer, and none for who was let go before', () => {
    const { slots, gone, connect, sign, of } = setUp();
    connect('a');
    sign('a');
    slots.settled(of('a'));
    for (const name of ['b', 'c', 'd']) connect(name);
    expect(gone).toEqual(['a destroyed', 'a dropped']);
    expect(sign('a')).toBe(false);
  });
});
