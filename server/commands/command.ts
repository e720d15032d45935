import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { codeOf } from '../platform/errorCode.ts'
import { StorageUnavailableError } from '../platform/storage/index.ts'
import { ConfigError } from '../settings.ts'
import { Shutdown } from '../shutdown.ts'

/** What a command is called with, and how it stops what it has started. */
export interface Call {
  values: Readonly<Record<string, string | boolean | undefined>>
  shutdown: Shutdown
  /** Says how far it is, on standard error. */
  say: (sentence: string) => void
}

export interface Command {
  usage: string
  options: ParseArgsOptionsConfig
  /** @returns what is printed as JSON, or as lines unless JSON was asked for, and whether that is a failure */
  run(call: Call): Promise<{ json: object; text?: readonly string[]; failed?: boolean }>
}

const JSON_OPTION = { json: { type: 'boolean' } } as const

/**
 * Runs a command to its end: progress on standard error, one JSON object as the last line of standard output, where it has
 * no lines for people or JSON was asked for. It ends with 0
 * when done, 1 when it failed, with a sentence that says why, and 2 when it was called wrongly.
 */
export async function runCommand({ usage, options, run }: Command): Promise<never> {
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`)
  let values: Call['values']
  try {
    values = parseArgs({ options: { ...options, ...JSON_OPTION }, strict: true }).values as Call['values']
  } catch (error) {
    // What stands where none is taken may be an address with a password (OPS-21).
    const isRepeated = codeOf(error) === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL'
    say(
      isRepeated
        ? 'An argument has no option before it.'
        : error instanceof Error
          ? error.message
          : String(error),
    )
    say(usage)
    process.exit(2)
  }
  const shutdown = new Shutdown()
  const end = async (code: number): Promise<never> => {
    await shutdown.run().catch((error: unknown) => say(String(error)))
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      say('Stopped.')
      void end(1)
    })
  }
  try {
    const { json, text, failed = false } = await run({ values, shutdown, say })
    await shutdown.run()
    const lines = text && !values.json ? text : [...(text ?? []), JSON.stringify(json)]
    process.stdout.write(lines.map((line) => `${line}\n`).join(''), () => process.exit(failed ? 1 : 0))
    return await new Promise<never>(() => {})
  } catch (error) {
    // A wrong setting and a storage that is away are one line; anything else is a defect, and its details help.
    const isKnown = error instanceof ConfigError || error instanceof StorageUnavailableError
    if (!shutdown.started) say(isKnown ? error.message : detailsOf(error))
    return end(1)
  }
}

const detailsOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** A call that is wrong in a way that its options don't say. */
export function wrongCall(sentence: string, usage: string): never {
  process.stderr.write(`${sentence}\n${usage}\n`)
  process.exit(2)
}
