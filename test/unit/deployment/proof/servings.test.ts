import { describe, expect, test } from 'vitest';
import { type ProofFile, servingsOf } from '#main/deployment/proof/prover.ts';
import type { PresetPart } from '#shared/domain/preset.ts';
import { builtinPresets } from '#shared/domain/presets/presets.ts';

function file(text: string, ...parts: PresetPart[]): ProofFile {
  return { format: 'pem', parts, content: Buffer.from(text) };
}

function shown(files: readonly ProofFile[]): string[] {
  return servingsOf(files, 'secret').map((serving) =>
    'pfx' in serving
      ? `pfx ${Buffer.from(serving.pfx)} ${serving.passphrase}`
      : `${Buffer.from(serving.key)} + ${Buffer.from(serving.cert).toString().replace('\n', ' ')}`,
  );
}

describe('the files for a server', () => {
  test('are the key with the full chain, and with the separate leaf and chain', () => {
    const files = [file('K', 'key'), file('LC', 'leaf', 'chain'), file('L', 'leaf'), file('C', 'chain')];
    expect(shown(files)).toEqual(['K + LC', 'K + L C']);
  });

  test('can be one combined file', () => {
    expect(shown([file('LCK', 'leaf', 'chain', 'key')])).toEqual(['LCK + LCK']);
  });

  test('include a leaf without a chain, or with the chain of another file if it is the only one', () => {
    expect(shown([file('K', 'key'), file('L', 'leaf')])).toEqual(['K + L']);
    expect(shown([file('K', 'key'), file('L', 'leaf'), file('LC', 'leaf', 'chain')])).toEqual([
      'K + L LC',
      'K + LC',
    ]);
  });

  test('include each key at least once', () => {
    const files = [file('K1', 'key'), file('K2', 'key'), file('LC', 'leaf', 'chain')];
    expect(shown(files)).toEqual(['K1 + LC', 'K2 + LC']);
  });

  test('can be PKCS#12 with its passphrase', () => {
    const parts = ['key', 'leaf', 'chain'] as const;
    const sealed = { format: 'pkcs12', parts, content: Buffer.from('P') } as const;
    expect(shown([sealed, file('C', 'chain')])).toEqual(['pfx P secret']);
  });

  test('are empty without a key or a leaf', () => {
    expect(shown([file('LC', 'leaf', 'chain')])).toEqual([]);
    expect(shown([file('K', 'key'), file('C', 'chain')])).toEqual([]);
  });

  test('exist for every built-in preset', () => {
    for (const { id, files } of builtinPresets) {
      const content = Buffer.from(id);
      expect(
        servingsOf(
          // All other formats are read as PEM first: `readableFile`.
          files.map(({ format, parts }) => ({
            format: format.startsWith('pkcs12') ? format : 'pem',
            parts,
            content,
          })),
          '',
        ),
        id,
      ).not.toEqual([]);
    }
  });
});
