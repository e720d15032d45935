import { findProgram, type Running, runnable, runProgram } from '../programs/index.ts'
import { OCR_PROCESS } from './limits.ts'

/** The text of a page; or none, since the program took too long (TIME) or failed. */
export type PageText = { text: string } | { text: null; failure: 'TIME' | 'FAILED' }

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
  read(page: Buffer): Promise<PageText>
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

  const run = async (command: readonly [string, ...string[]], input: Buffer): Promise<PageText> => {
    if (closed) throw new OcrClosed()
    // One thread: the others are for requests.
    running = runProgram(command, { input, env: { OMP_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8' }, limits })
    const output = await running.output
    running = undefined
    if (closed) throw new OcrClosed()
    if (output.bytes) return { text: output.bytes.toString('utf8') }
    return { text: null, failure: output.failure === 'TIME' ? 'TIME' : 'FAILED' }
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
  const readOne = async (page: Buffer): Promise<PageText> => {
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
