import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '#main/platform/emitter.ts';
import { catchBugs } from '#main/platform/errors.ts';
import { createRecordingLogger } from '#test/support/recordingLogger.ts';

const sentinel = 'SENTINEL-4be1';

function readSettings(): never {
  throw new TypeError(`cannot read ${sentinel}\n    at pretended (/home/${sentinel}/x.js:1:1)x`);
}

function thrownBy(run: () => never): unknown {
  try {
    return run();
  } catch (thrown) {
    return thrown;
  }
}

/** As `catchBugs`, until the test is over. */
function caught(...given: Parameters<typeof catchBugs>): void {
  const catching = catchBugs(...given);
  onTestFinished(() => catching.dispose());
}

describe('catchBugs', () => {
  it.each([
    ['uncaughtException', 'Uncaught exception'],
    ['unhandledRejection', 'Unhandled rejection'],
  ])('logs an %s with its name and position, without its message or folders', (event, message) => {
    const process = new EventEmitter();
    const { logger, lines } = createRecordingLogger();
    caught(process, logger);
    process.emit(event, thrownBy(readSettings));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'error', message, fields: { error: 'TypeError' } });
    expect(lines[0]?.fields['place']).toMatch(/^readSettings errors\.test\.ts:\d+:\d+ < /u);
    expect(JSON.stringify(lines)).not.toContain(sentinel);
    expect(JSON.stringify(lines)).not.toMatch(/[\\/]/u);
  });

  it('logs an error of a listener once, with the name of the event and without the message', () => {
    const { logger, lines } = createRecordingLogger();
    caught(new EventEmitter(), logger);
    const emitter = new Emitter<void>('orderService.changed');
    emitter.event(() => readSettings());
    emitter.event(() => undefined);
    emitter.fire();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'error',
      message: 'A callback failed',
      fields: { source: 'orderService.changed', error: 'TypeError' },
    });
    expect(lines[0]?.fields['place']).toMatch(/^readSettings errors\.test\.ts:\d+:\d+ < /u);
    expect(JSON.stringify(lines)).not.toContain(sentinel);
  });

  it('logs the type of a thrown value that is no error', () => {
    const process = new EventEmitter();
    const { logger, lines } = createRecordingLogger();
    caught(process, logger);
    process.emit('unhandledRejection', sentinel);
    expect(lines.map(({ fields }) => fields)).toEqual([{ error: 'string', place: '' }]);
  });
});
