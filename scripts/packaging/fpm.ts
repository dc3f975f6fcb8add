#!/usr/bin/env node
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDeb } from './debPackage.ts';
import { readFpmOrder } from './fpmOrder.ts';
import { makeRpm } from './rpmPackage.ts';
import { stageFiles } from './stagedFiles.ts';

/**
 * Makes every deb and rpm, with `dpkg-deb` and `rpmbuild`. electron-builder calls it instead of fpm
 * (https://fpm.readthedocs.io/), so it takes fpm's arguments: those that our packages use. It refuses others.
 */
const order = readFpmOrder(process.argv.slice(2));
const work = await mkdtemp(join(tmpdir(), 'notafter-fpm-'));
try {
  const staged = await stageFiles(join(work, 'files'), order.sources);
  await (order.kind === 'deb' ? makeDeb : makeRpm)(order, staged, work);
} finally {
  await rm(work, { recursive: true, force: true });
}
