import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Launch, marked } from './supervised.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** A server or a worker, as cluster.json names it. */
export interface Named {
  readonly name: string
  readonly url: string
  readonly pid: number
}

/** A program of the product: where its sources lie, and what it gets besides the settings of all. */
export interface Program {
  readonly root: string
  readonly env?: Readonly<Record<string, string>>
  readonly nodeFlags?: readonly string[]
}

export const THIS_PROGRAM: Program = { root: ROOT }

type Typescript = (
  file: string,
  args?: string[],
  options?: { nodeFlags?: readonly string[]; env?: NodeJS.ProcessEnv },
) => [string, string[], { env: NodeJS.ProcessEnv }]

/** How a file of a program is run, and with what of this shell. */
export async function commandOf(
  { root, nodeFlags = [] }: Program,
  file: string,
  args: string[] = [],
): Promise<[command: string, args: string[], env: NodeJS.ProcessEnv]> {
  const server = pathToFileURL(path.join(root, 'bin/lib/server.mjs')).href
  const { typescript }: { typescript: Typescript } = await import(server)
  const [command, all, { env }] = typescript(file, args, { nodeFlags })
  const { PATH, HOME, LANG, USER, UV_THREADPOOL_SIZE, NODE_COMPILE_CACHE, TMPDIR } = env
  return [command, all, { PATH, HOME, LANG, USER, UV_THREADPOOL_SIZE, NODE_COMPILE_CACHE, TMPDIR }]
}

/** Starts a process of the product that ends with the one that started it. */
export async function launchOf(program: Program, env: NodeJS.ProcessEnv, mark: string): Promise<Launch> {
  const [command, args, shell] = await commandOf(program, 'server/main.ts')
  return (output) =>
    spawn(command, args, {
      cwd: program.root,
      env: marked(mark, { ...shell, ...env, ...program.env }),
      stdio: ['ignore', output, output, 'ipc'],
    })
}

/** What a probe answers with; 0 where nothing answers. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
