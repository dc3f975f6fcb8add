import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcess } from '#scripts/lib/processes.ts';
import { asNode } from '#scripts/lib/tiers.ts';
import { type DeliveryFields, deliveryFields } from '#test/service/delivery.ts';
import { startReferenceService } from '#test/service/referenceService.ts';
import { type Bench, type BenchContext, inTurns } from './lib/bench.ts';
import type { Figure } from './lib/figures.ts';
import { MEGABYTE } from './lib/fileSizes.ts';
import { peakBytes } from './lib/processTree.ts';

const secret = 'a secret of the bench';
const path = '/bench';
const honest = 1_000;
const strangers = 3_500;

/** What became of a crowd. */
interface Crowd {
  /** Honest deliveries that were answered 204. */
  readonly answered: number;
  readonly lastMs: number;
  /** The most memory that the receiver had, in MB. */
  readonly peakMb: number;
}

/** A thousand deliveries of one second, with and without hostile load, compared with a few lines on `node:http`. */
export const receiverCrowdBench: Bench = {
  names: ['receiver-crowd', 'receiver-crowd-strangers', 'receiver-crowd-hostile'],
  async run(context) {
    const folder = await mkdtemp(join(context.folder, 'crowd-'));
    const fields = await anOrder();
    const sample = (kind: 'app' | 'bare', isHonest: boolean, isHostile: boolean) => () =>
      crowd(context, { kind, folder, fields, isHonest, isHostile });
    try {
      return figuresOf(
        await inTurns(context.samples, {
          alone: sample('app', true, false),
          bare: sample('bare', true, false),
          hostile: sample('app', false, true),
          together: sample('app', true, true),
        }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function figuresOf(taken: Record<'alone' | 'bare' | 'hostile' | 'together', readonly Crowd[]>): Figure[] {
  const of = (name: keyof typeof taken, what: keyof Crowd) => taken[name].map((each) => each[what]);
  const unanswered = (figure: string, name: keyof typeof taken): Figure => ({
    name: `${figure}-unanswered`,
    values: of(name, 'answered').map((answered) => honest - answered),
    unit: '',
    floors: null,
    goal: { of: 'value', atMost: 0 },
  });
  const last = (figure: string, name: keyof typeof taken): Figure => ({
    name: `${figure}-last`,
    values: of(name, 'lastMs'),
    unit: 'ms',
    floors: of('bare', 'lastMs'),
    goal: { of: 'value', atMost: 15_000 },
  });
  const peak = (figure: string, name: keyof typeof taken): Figure => ({
    name: `${figure}-peak`,
    values: of(name, 'peakMb'),
    unit: 'MB',
    floors: of('bare', 'peakMb'),
    goal: null,
  });
  return [
    unanswered('receiver-crowd', 'alone'),
    last('receiver-crowd', 'alone'),
    peak('receiver-crowd', 'alone'),
    peak('receiver-crowd-strangers', 'hostile'),
    unanswered('receiver-crowd-hostile', 'together'),
    last('receiver-crowd-hostile', 'together'),
    peak('receiver-crowd-hostile', 'together'),
  ];
}

async function anOrder(): Promise<DeliveryFields> {
  const service = await startReferenceService({ orders: 0 });
  try {
    return deliveryFields(await service.addOrder({ name: 'Shop', keyKind: 'rsa2048' }), 'Task');
  } finally {
    await service.close();
  }
}

interface CrowdPlan {
  readonly kind: 'app' | 'bare';
  readonly folder: string;
  readonly fields: DeliveryFields;
  readonly isHonest: boolean;
  readonly isHostile: boolean;
}

async function crowd(
  context: BenchContext,
  { kind, folder, fields, isHonest, isHostile }: CrowdPlan,
): Promise<Crowd> {
  const receiver = child(context, 'deliveryServer.ts', { kind, durable: true, folder, path, secret });
  const port = Number(await lineOf(receiver));
  const plan = { port, path, secret, fields };
  const others = isHostile
    ? child(context, 'crowd.ts', { ...plan, role: 'strangers', count: strangers })
    : null;
  try {
    if (others !== null) await lineOf(others);
    const answer = isHonest
      ? await lineOf(child(context, 'crowd.ts', { ...plan, role: 'honest', count: honest }))
      : '{}';
    const { answered = 0, lastMs = 0 } = JSON.parse(answer) as Partial<Crowd>;
    return { answered, lastMs, peakMb: (await peakBytes(receiver.pid ?? 0)) / MEGABYTE };
  } finally {
    if (others !== null) await endProcess(others);
    await endProcess(receiver);
  }
}

function child({ electron, env }: BenchContext, script: string, input: object): ChildProcess {
  return spawn(electron, [join(import.meta.dirname, 'children', script), JSON.stringify(input)], {
    env: { ...asNode(env), NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function lineOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The child has no output');
  const [line] = await once(createInterface({ input: stdout }), 'line');
  return String(line);
}
