import { expect, it } from 'vitest';
import { updateCommand } from '#main/settings/update/updateCommand.ts';

it('names the downloaded package as electron-builder calls it', () => {
  expect(updateCommand('deb', '1.2.3', 'x64')).toBe('sudo apt install ./NotAfter-1.2.3-linux-amd64.deb');
  expect(updateCommand('deb', '1.2.3-rc.1', 'arm64')).toBe(
    'sudo apt install ./NotAfter-1.2.3-rc.1-linux-arm64.deb',
  );
  expect(updateCommand('rpm', '1.2.3', 'x64')).toBe('sudo dnf install ./NotAfter-1.2.3-linux-x86_64.rpm');
  expect(updateCommand('rpm', '1.2.3', 'arm64')).toBe('sudo dnf install ./NotAfter-1.2.3-linux-aarch64.rpm');
});

it.each(['1.2.3; rm -rf ~', '$(id)', '1.2.3 ', '1.2.3/../x', '', '1.2', '1.2.3\nid'])(
  'is not made of a version that is more than one: %j',
  (version) => {
    expect(updateCommand('deb', version, 'x64')).toBeNull();
  },
);

it('is not known for other processors', () => {
  expect(updateCommand('deb', '1.2.3', 'riscv64')).toBeNull();
});
