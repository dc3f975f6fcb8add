import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SecretProcess, SecretProcessHost } from '#main/credentials/secrets/keytarClient.ts';

/** A host that runs the real keychain process, with the real keytar, as a child of the test. */
export class ForkedSecretHost implements SecretProcessHost {
  readonly children: ChildProcess[] = [];
  readonly #env: NodeJS.ProcessEnv;
  readonly #execArgv: readonly string[];

  /** @param env the child's whole environment; @param execArgv options for its Node */
  constructor(env: NodeJS.ProcessEnv, execArgv: readonly string[] = []) {
    this.#env = env;
    this.#execArgv = execArgv;
  }

  spawn(): SecretProcess {
    const child = fork(fileURLToPath(new URL('./keytarChild.ts', import.meta.url)), {
      env: this.#env,
      execArgv: [...this.#execArgv],
      serialization: 'advanced',
    });
    this.children.push(child);
    return {
      // An ended child closes its channel before its exit is known: that is no error of the sender.
      postMessage: (message) => child.send(message as object, () => undefined),
      onMessage: (listener) => child.on('message', listener),
      onExit: (listener) => child.on('exit', () => listener()),
      kill: () => child.kill('SIGKILL'),
    };
  }
}
