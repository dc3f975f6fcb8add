#!/usr/bin/env node
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDeb } from './debPackage.ts';
import { readFpmOrder } from './fpmOrder.ts';
import { makeRpm } from './rpmPackage.ts';
import { stageFiles } from './stagedFiles.ts';

/**
 * Stands in for fpm (https://fpm.readthedocs.io/), which electron-builder downloads and calls for deb and rpm: the same
 * arguments, done by `dpkg-deb` and `rpmbuild`. It knows only the options that our packages use, and refuses others.
 */
const order = readFpmOrder(process.argv.slice(2));
const work = await mkdtemp(join(tmpdir(), 'notafter-fpm-'));
try {
  const staged = await stageFiles(join(work, 'files'), order.sources);
  await (order.kind === 'deb' ? makeDeb : makeRpm)(order, staged, work);
} finally {
  await rm(work, { recursive: true, force: true });
}
