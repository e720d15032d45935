import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { OCR_PROCESS } from './limits.ts'
import { findProgram, type Output, type Running, runProgram } from './program.ts'

export { findProgram } from './program.ts'

export interface OcrSettings {
  /** The path of tesseract; `off` for none; undefined: the one that is found on this machine, if any (FIND-01). */
  program: string | undefined
  /** As tesseract names them, such as eng+deu. */
  languages: string
}

/** Reads pages that are pictures. */
export interface OcrReader {
  /** Whether this machine can; found out once. */
  isThere(): Promise<boolean>
  /**
   * The text of a page, drawn by our own drawer as WebP: what people have uploaded never reaches the program. One page at a
   * time, others wait.
   * @throws OcrClosed
   */
  read(page: Buffer): Promise<Output>
  /** Ends what is running; nothing is read any more. */
  close(): void
}

/** The server is being stopped. */
export class OcrClosed extends Error {
  override name = 'OcrClosed'
}

export function createOcrReader(
  { program, languages }: OcrSettings,
  log: { warn(message: string): void },
  limits = OCR_PROCESS,
): OcrReader {
  let found: Promise<string | undefined> | undefined
  let running: Running | undefined
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  const run = async (command: readonly [string, ...string[]], input: Buffer): Promise<Output> => {
    if (closed) throw new OcrClosed()
    running = runProgram(command, input, limits)
    const output = await running.output
    running = undefined
    if (closed) throw new OcrClosed()
    return output
  }
  const find = async (): Promise<string | undefined> => {
    if (program === 'off') return undefined
    const path = program === undefined ? await findProgram('tesseract') : await runnable(program)
    if (path === undefined) {
      if (program !== undefined)
        log.warn(`OCR is ${program}, which is no program that can be run. Scanned pages are not read.`)
      return undefined
    }
    const { text } = await run([path, '--list-langs'], Buffer.alloc(0))
    if (text === null) {
      // A machine under load may only have been too slow: it is asked again with the next page.
      found = undefined
      return undefined
    }
    const there = new Set(text.split(/\s+/))
    const missing = languages.split('+').filter((language) => !there.has(language))
    if (missing.length === 0) return path
    log.warn(
      `OCR_LANGUAGES names ${missing.join(', ')}, which ${path} does not have. Scanned pages are not read.`,
    )
    return undefined
  }
  const tesseract = (): Promise<string | undefined> => {
    found ??= find()
    return found
  }
  const readOne = async (page: Buffer): Promise<Output> => {
    const path = await tesseract()
    return path === undefined
      ? { text: null, failure: 'FAILED' }
      : run([path, 'stdin', 'stdout', '-l', languages], page)
  }
  return {
    isThere: async () => (await tesseract()) !== undefined,
    read(page) {
      const text = last.then(() => readOne(page))
      last = text.catch(() => {})
      return text
    },
    close() {
      closed = true
      running?.kill()
    },
  }
}

const runnable = async (program: string): Promise<string | undefined> => {
  try {
    await access(program, constants.X_OK)
    return program
  } catch {
    return undefined
  }
}
