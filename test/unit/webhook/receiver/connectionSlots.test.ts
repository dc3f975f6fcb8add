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
  const connect = (name: string, remotePort = port++) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress: '127.0.0.1',
      remotePort,
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

describe('connection slots', () => {
  it('drop the oldest unverified connection for the next one', () => {
    const { gone, connect } = setUp();
    for (const name of ['a', 'b', 'c']) connect(name);
    expect(gone).toEqual([]);
    connect('d');
    connect('e');
    expect(gone).toEqual(['a destroyed', 'a dropped', 'b destroyed', 'b dropped']);
  });

  it('are free again when a connection closes', () => {
    const { gone, connect } = setUp();
    const [first] = ['a', 'b', 'c'].map((name) => connect(name));
    first?.emit('close');
    connect('d');
    expect(gone).toEqual([]);
  });

  it('are separate for unverified connections and signed senders', () => {
    const { gone, connect, sign } = setUp();
    connect('signed');
    sign('signed');
    for (const name of ['a', 'b', 'c']) connect(name);
    expect(gone).toEqual([]);
    connect('d');
    expect(gone).toEqual(['a destroyed', 'a dropped']);
  });

  it('drop the oldest incomplete signed sender, but none whose delivery is being stored', () => {
    const { slots, gone, connect, sign, of } = setUp();
    for (const name of ['a', 'b', 'c']) connect(name);
    expect(sign('a')).toBe(true);
    expect(sign('b')).toBe(true);
    slots.keeping(of('a'));
    expect(sign('c')).toBe(true);
    expect(gone).toEqual(['b gave up']);
    slots.keeping(of('c'));
    connect('d');
    expect(sign('d')).toBe(false);
    slots.settled(of('a'));
    expect(sign('d')).toBe(true);
  });

  it('drop the connections with the largest bodies over the total limit', () => {
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

  it('stop counting the bytes of a body when it is complete or its connection is closed', () => {
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

  it('are those of the new connection when a client uses the port of one that was reset', () => {
    const { slots, gone, connect, sign, of } = setUp();
    const old = connect('old', 50_000);
    sign('old');
    slots.holds(old, 100);
    connect('new', 50_000);
    old.emit('close');
    expect(sign('new')).toBe(true);
    slots.holds(of('new'), 100);
    of('new').emit('close');
    connect('next');
    sign('next');
    slots.holds(of('next'), 100);
    expect(gone).toEqual([]);
  });

  it('count as unverified again after the answer, except for dropped connections', () => {
    const { slots, gone, connect, sign, of } = setUp();
    connect('a');
    sign('a');
    slots.settled(of('a'));
    for (const name of ['b', 'c', 'd']) connect(name);
    expect(gone).toEqual(['a destroyed', 'a dropped']);
    expect(sign('a')).toBe(false);
  });
});
