import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { IS_ROOT } from './living.ts'

/** Bytes of a burst, and milliseconds that a packet waits, where the rate is limited. */
const BURST = '16kb'
const LATENCY = '400ms'

/** A network of its own, for the database and the store, with one line to that of this process. */
export interface Namespace {
  /** Of what runs in it. */
  readonly address: string
  /** How a program runs in it. */
  inside(
    command: string,
    args: readonly string[],
    account?: { uid?: number; gid?: number },
  ): [string, string[]]
  /** Nothing passes any more, and nobody is told. */
  cut(): void
  heal(): void
  /** Kilobits a second in both directions; null for any. */
  limit(kbit: number | null): void
  remove(): void
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Makes one; null where the machine does not let us. */
export function makeNamespace(): Namespace | null {
  if (process.platform !== 'linux' || !IS_ROOT) return null
  const name = `helioroom-${process.pid}`
  const [near, far] = [`hr${process.pid}a`, `hr${process.pid}b`]
  const net = `10.231.${process.pid % 250}`
  const address = `${net}.2`
  // Another network of the machine may have these addresses.
  if (readFileSync('/proc/net/fib_trie', 'utf8').includes(`${net}.`)) return null
  const ip = (...args: string[]) => run('ip', args)
  const remove = () => {
    ip('netns', 'del', name)
  }
  const steps: string[][] = [
    ['netns', 'add', name],
    ['link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name],
    ['addr', 'add', `${net}.1/24`, 'dev', near],
    ['-n', name, 'addr', 'add', `${address}/24`, 'dev', far],
    ['-n', name, 'link', 'set', 'lo', 'up'],
    ['-n', name, 'link', 'set', far, 'up'],
    ['link', 'set', near, 'up'],
  ]
  if (!steps.every((step) => ip(...step))) {
    remove()
    return null
  }
  return {
    address,
    inside: (command, args, { uid, gid } = {}) => {
      const account =
        uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
      return ['ip', ['netns', 'exec', name, ...account, command, ...args]]
    },
    cut: () => void ip('-n', name, 'link', 'set', far, 'down'),
    heal: () => void ip('-n', name, 'link', 'set', far, 'up'),
    limit: (kbit) => {
      for (const [at, device] of [
        [[], near],
        [['-n', name], far],
      ] as const) {
        run('tc', [...at, 'qdisc', 'del', 'dev', device, 'root'])
        const rate = ['tbf', 'rate', `${kbit}kbit`, 'burst', BURST, 'latency', LATENCY]
        if (kbit !== null) run('tc', [...at, 'qdisc', 'add', 'dev', device, 'root', ...rate])
      }
    },
    remove,
  }
}
