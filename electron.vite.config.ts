import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/** The licences of all packages in a bundle; they go into the package. */
const license = { fileName: 'licences.md' };

export default defineConfig({
  main: {
    build: {
      outDir: 'out/app/main',
      license,
      externalizeDeps: true,
      minify: true,
      lib: {
        entry: { index: 'main/index.ts', keytarProcess: 'main/credentials/secrets/keytarProcess.ts' },
        formats: ['es'],
      },
      rollupOptions: { output: { entryFileNames: '[name].js' } },
    },
  },
  preload: {
    build: {
      outDir: 'out/app/preload',
      externalizeDeps: false,
      minify: true,
      lib: { entry: { preload: 'main/preload.ts' }, formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'renderer',
    build: {
      outDir: 'out/app/renderer',
      license,
      minify: true,
      rollupOptions: { input: join(import.meta.dirname, 'renderer/index.html') },
    },
    plugins: [react(), tailwindcss()],
  },
});
