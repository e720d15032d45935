import type { ReadText, Refusal, TextPart } from '../answer.ts'
import { MAX_PAGES, MAX_TEXT, PART_LENGTH } from '../limits.ts'
import { textOfPage } from '../textOfPage.ts'
import { indexed } from './indexed.ts'

export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** Takes texts until there are too many (FIND-02). */
export class Collector {
  readonly #parts: TextPart[] = []
  #length = 0
  #isCut = false

  /** @returns whether more is taken */
  add(part: TextPart): boolean {
    if (this.#isCut) return false
    const text = textOfPage(part.text)
    if (this.#parts.length >= MAX_PAGES || this.#length + text.length > MAX_TEXT) {
      this.cut()
      return false
    }
    this.#length += text.length
    this.#parts.push({ ...part, text })
    return true
  }

  /** A text without pages, in parts that end at a line's or at least at a word's end. */
  addLong(text: string, of: Pick<TextPart, 'sheet'> = {}): boolean {
    for (let from = 0; from < text.length; ) {
      const to = endOfPart(text, from)
      if (!this.add({ ...of, text: text.slice(from, to) })) return false
      from = to
    }
    return true
  }

  get parts(): readonly TextPart[] {
    return this.#parts
  }

  get texts(): string[] {
    return this.#parts.map(({ text }) => text)
  }

  /** Whether there is more than was taken. */
  get isCut(): boolean {
    return this.#isCut
  }

  cut(): void {
    this.#isCut = true
  }

  get result(): ReadText {
    return { parts: this.#parts, ranges: indexed(this.#parts), isCut: this.#isCut }
  }
}

function endOfPart(text: string, from: number): number {
  const most = from + PART_LENGTH
  if (most >= text.length) return text.length
  const line = text.lastIndexOf('\n', most - 1)
  if (line > from + PART_LENGTH / 2) return line + 1
  const space = text.lastIndexOf(' ', most - 1)
  return space > from + PART_LENGTH / 2 ? space + 1 : most
}

/** What a mail says, and what is attached to it. */
export interface OpenedMail {
  text: string
  attached: readonly { name: string; bytes: Buffer }[]
}

/** Takes the texts of a file. @throws Refused, and what its decoder throws for a damaged one */
export type ReadFile = (into: Collector, bytes: Buffer) => void | Promise<void>

/** What a reader has collected, or why it could not, as the process answers it. */
export async function answerOf(read: (into: Collector) => void | Promise<void>): Promise<Buffer> {
  const into = new Collector()
  try {
    await read(into)
  } catch (error) {
    return Buffer.from(JSON.stringify({ refused: refusalOf(error) }))
  }
  return Buffer.from(JSON.stringify(into.result))
}

/** Why a file could not be read, by what its reader has thrown. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refused) return error.refusal
  return error instanceof Error && error.name === 'PasswordException' ? 'PROTECTED' : 'DAMAGED'
}
