import { type ChildProcess, spawn } from 'node:child_process'
import { commandOf, type Program, THIS_PROGRAM } from './member.ts'

/** A command of the product that runs. */
export interface RunningCommand {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; output: string }>
}

/** Starts one of server/commands. */
export async function startCommand(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  program: Program = THIS_PROGRAM,
): Promise<RunningCommand> {
  const [command, all, shell] = await commandOf(program, `server/commands/${name}.ts`, args)
  const child = spawn(command, all, {
    cwd: program.root,
    env: { ...shell, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }))
  })
  return { child, ended }
}

/** Runs it to its end. @throws with what it said where it ends with another code than 0 */
export async function runCommand(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { ended } = await startCommand(name, args, env)
  const { code, output } = await ended
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`)
  return output
}
