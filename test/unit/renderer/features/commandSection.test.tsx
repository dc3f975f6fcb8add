// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CommandSection } from '#renderer/features/deployment/files/CommandSection.tsx';
import { renderPart } from '#test/support/renderPart.tsx';
import { copy, now } from '#test/unit/renderer/copyViews.ts';

it.each([
  ['with its output, which can be shown', 'no such file\n', true],
  ['after a restart, and that its output is not kept', null, false],
  ['without output that it never had', '', false],
])('a failed command is shown %s', (_, output, canShow) => {
  const command = ['/bin/reload'];
  const outcome = { kind: 'exited', code: 3 } as const;
  const times = { startedAt: now - 2000, endedAt: now };
  const lastRun = { kind: 'ended', ...times, outcome, output, isCut: false } as const;
  renderPart(<CommandSection copy={copy({ command, lastRun })} command={command} now={now} />);
  expect(screen.getByText('Failed: exit code 3, 2 s')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show output' }) !== null).toBe(canShow);
  expect(screen.queryByText('Its output is not kept after a restart.') !== null).toBe(output === null);
});
