import { expect, it } from 'vitest';
import { packageManagerOf, updateCommand } from '#main/settings/update/updateCommand.ts';

it('names the downloaded package as electron-builder calls it', () => {
  expect(updateCommand('apt', '1.2.3', 'x64')).toBe('sudo apt install ./NotAfter-1.2.3-linux-amd64.deb');
  expect(updateCommand('apt', '1.2.3-rc.1', 'arm64')).toBe(
    'sudo apt install ./NotAfter-1.2.3-rc.1-linux-arm64.deb',
  );
  expect(updateCommand('dnf', '1.2.3', 'x64')).toBe('sudo dnf install ./NotAfter-1.2.3-linux-x86_64.rpm');
  expect(updateCommand('dnf', '1.2.3', 'arm64')).toBe('sudo dnf install ./NotAfter-1.2.3-linux-aarch64.rpm');
  expect(updateCommand('zypper', '1.2.3', 'x64')).toBe(
    'sudo zypper install --allow-unsigned-rpm ./NotAfter-1.2.3-linux-x86_64.rpm',
  );
});

it.each([
  ['openSUSE Tumbleweed', 'ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', 'zypper'],
  ['openSUSE Leap', 'NAME="openSUSE Leap"\nID="opensuse-leap"\nID_LIKE="suse opensuse"\n', 'zypper'],
  ['SUSE Linux Enterprise', "ID=sles\nID_LIKE='suse'\n", 'zypper'],
  ['Fedora', 'NAME="Fedora Linux"\nID=fedora\n', 'dnf'],
  ['Rocky Linux', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'dnf'],
  ['a system that only names SUSE', 'ID=other\nHOME_URL="https://suse.example/"\n', 'dnf'],
  ['a system without the file', '', 'dnf'],
])('an rpm of %s is updated by its package manager', (_, osRelease, manager) => {
  expect(packageManagerOf('rpm', osRelease)).toBe(manager);
});

it('a deb is updated by apt, and another package by none', () => {
  expect(packageManagerOf('deb', 'ID=debian\n')).toBe('apt');
  expect(packageManagerOf('pacman', '')).toBeNull();
});

it.each(['1.2.3; rm -rf ~', '$(id)', '1.2.3 ', '1.2.3/../x', '', '1.2', '1.2.3\nid'])(
  'is not made of a version that is more than one: %j',
  (version) => {
    expect(updateCommand('apt', version, 'x64')).toBeNull();
  },
);

it('is not known for other processors', () => {
  expect(updateCommand('apt', '1.2.3', 'riscv64')).toBeNull();
});
