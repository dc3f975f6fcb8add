import { describe, expect, test } from 'vitest';
import { builtinPresets } from '#main/deployment/presets/builtinPresets.ts';
import type { ProofFile } from '#main/deployment/proof/prover.ts';
import { servingsOf } from '#main/deployment/proof/servings.ts';
import type { PresetPart } from '#shared/domain/preset.ts';

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

describe('what a server is given', () => {
  test('is the key with the full chain, and with the leaf and the chain of their own files', () => {
    const files = [file('K', 'key'), file('LC', 'leaf', 'chain'), file('L', 'leaf'), file('C', 'chain')];
    expect(shown(files)).toEqual(['K + LC', 'K + L C']);
  });

  test('is a combined file by itself', () => {
    expect(shown([file('LCK', 'leaf', 'chain', 'key')])).toEqual(['LCK + LCK']);
  });

  test('is a leaf alone where there is no chain, and with that of another file where that is the only one', () => {
    expect(shown([file('K', 'key'), file('L', 'leaf')])).toEqual(['K + L']);
    expect(shown([file('K', 'key'), file('L', 'leaf'), file('LC', 'leaf', 'chain')])).toEqual([
      'K + L LC',
      'K + LC',
    ]);
  });

  test('is each key at least once', () => {
    const files = [file('K1', 'key'), file('K2', 'key'), file('LC', 'leaf', 'chain')];
    expect(shown(files)).toEqual(['K1 + LC', 'K2 + LC']);
  });

  test('is PKCS#12 with its passphrase', () => {
    const parts = ['key', 'leaf', 'chain'] as const;
    const sealed = { format: 'pkcs12', parts, content: Buffer.from('P') } as const;
    expect(shown([sealed, file('C', 'chain')])).toEqual(['pfx P secret']);
  });

  test('is nothing without a key or without a leaf', () => {
    expect(shown([file('LC', 'leaf', 'chain')])).toEqual([]);
    expect(shown([file('K', 'key'), file('C', 'chain')])).toEqual([]);
  });

  test('is something for every preset that comes with the app', () => {
    for (const { id, files } of builtinPresets) {
      const content = Buffer.from(id);
      expect(
        servingsOf(
          files.map(({ format, parts }) => ({ format, parts, content })),
          '',
        ),
        id,
      ).not.toEqual([]);
    }
  });
});
