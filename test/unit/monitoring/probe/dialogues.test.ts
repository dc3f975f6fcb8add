import { describe, expect, it, test } from 'vitest';
import type { Dialogue } from '#main/monitoring/probe/starttls/dialogue.ts';
import { dialogues } from '#main/monitoring/probe/starttls/dialogues.ts';
import { allCuts, bytesOf, clientsPart, play } from './playDialogue.ts';
import { agreements, refusals, type Transcript } from './transcripts.ts';

const whole = (bytes: Buffer) => [bytes];

function dialogueOf({
  protocol,
  topic = { name: 'shop.example', port: 1 },
}: Pick<Transcript, 'protocol' | 'topic'>): Dialogue {
  const create = dialogues[protocol];
  if (create === null) throw new Error(`${protocol} has no dialogue`);
  return create(topic);
}

test.each(agreements)('$protocol, $title: TLS begins, however the bytes are split', (transcript) => {
  const said = clientsPart(transcript.turns);
  for (const cut of allCuts(transcript.turns))
    expect(play(dialogueOf(transcript), transcript.turns, cut)).toEqual({ end: { kind: 'ready' }, said });
});

test.each(refusals)('$protocol, a server that $title: reports its message', (transcript) => {
  const end = { kind: 'refused', answer: transcript.refused };
  const said = clientsPart(transcript.turns);
  expect(play(dialogueOf(transcript), transcript.turns, whole)).toEqual({ end, said });
  for (const cut of allCuts(transcript.turns))
    expect(play(dialogueOf(transcript), transcript.turns, cut).end?.kind).toBe('refused');
});

test.each(agreements)(
  '$protocol, $title: bytes after the answer that begins TLS are refused',
  (transcript) => {
    const last = transcript.turns.findLastIndex((turn) => 'server' in turn);
    const turns = transcript.turns.map((turn, place) =>
      place === last && 'server' in turn
        ? { server: Buffer.concat([bytesOf(turn.server), Buffer.from('x')]) }
        : turn,
    );
    expect(play(dialogueOf(transcript), turns, whole).end?.kind).toBe('refused');
  },
);

describe.each([...new Set(agreements.map(({ protocol }) => protocol))])('%s', (protocol) => {
  it('ends when a server sends too much, in one line, in several lines, or in zeros', () => {
    for (const unit of ['x', '220-x\r\n', '* x\r\n', '<x>', '\0', '\x30\x84\0\0\xff\xff', '\n', '<', ' ']) {
      const turns = [{ server: unit.repeat(100_000) }];
      const inBlocks = (bytes: Buffer) =>
        Array.from({ length: Math.ceil(bytes.length / 1400) }, (_, block) =>
          bytes.subarray(block * 1400, (block + 1) * 1400),
        );
      expect(play(dialogueOf({ protocol }), turns, inBlocks).end?.kind, unit).toBe('refused');
    }
  });

  it('ends when a server sends little in very many pieces', () => {
    const inBytes = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte));
    for (const server of ['x', '220-x\r\n', '* x\r\n', '<x>', '<', ' '].map((unit) => unit.repeat(2_000)))
      expect(play(dialogueOf({ protocol }), [{ server }], inBytes).end?.kind).toBe('refused');
    const long = Buffer.concat([Buffer.from([0x30, 0x82, 0x3f, 0xff]), Buffer.alloc(2_000)]);
    expect(play(dialogueOf({ protocol }), [{ server: long }], inBytes).end?.kind).toBe('refused');
  });

  it('never accepts noise, and never throws', () => {
    let seed = 1;
    const noise = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed & 0xff;
    };
    for (let round = 0; round < 500; round += 1) {
      // A single byte may be the acceptance of PostgreSQL.
      const server = Buffer.from([0xfe, ...Array.from({ length: round }, noise)]);
      expect(play(dialogueOf({ protocol }), [{ server }], whole).end?.kind).not.toBe('ready');
    }
  });
});

it('XMPP escapes the host in the attribute', () => {
  const topic = { name: "a'><b&", port: 5222 };
  const { said } = play(dialogueOf({ protocol: 'xmpp', topic }), [], whole);
  expect(said).toContain("to='a&#39;&#62;&#60;b&#38;'");
});
