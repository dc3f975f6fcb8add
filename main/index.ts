import { enableCompiledCode } from './desktop/compiledCode.ts';

// The entry. Everything else is loaded after this line, so that V8 can take it compiled from the cache.
enableCompiledCode();
await import('./desktop/start.ts');
