import { showsNothing } from './texts.ts'

/**
 * The one format of rich text that server and page share: a document of blocks as ProseMirror writes them, of a few known
 * kinds. Nothing in it is markup, and a link leads to http, https or mailto alone (QA-16, QA-38).
 */
export interface RichText {
  type: 'doc'
  content: RichBlock[]
}

export type RichBlock =
  | { type: 'paragraph'; content?: RichInline[] }
  | { type: 'blockquote' | 'bulletList' | 'listItem'; content: RichBlock[] }
  | { type: 'orderedList'; attrs: { start: number }; content: RichBlock[] }

export type RichInline = { type: 'text'; text: string; marks?: RichMark[] } | { type: 'hardBreak' }

export type RichMark =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' }
  | { type: 'link'; attrs: { href: string } }

/** Characters of a text, and what its JSON may hold besides. */
export const RICH_TEXT_LIMITS = { characters: 20_000, nodes: 4_000, depth: 16, address: 2_000 }

const TOO_LONG = 'This text is too long. Please shorten it to 20,000 characters.'
const TOO_MANY = 'This text has too many paragraphs, list items or changes of style. Please split it.'
const TOO_DEEP = 'This text has lists within lists too deep to keep. Please take some of them out.'
const UNKNOWN = "This text contains something that can't be kept here. Please paste it as plain text."
const BAD_LINK = 'A link must begin with http://, https:// or mailto:. Please correct or remove it.'

/** What a text from outside is taken for: the same in this format, or a sentence that says why it is refused. */
export type RichTextRead = { text: RichText | null; problem: null } | { text: null; problem: string }

/** Thrown and caught within this file. */
class Refused extends Error {}

const SIMPLE_MARKS = ['bold', 'italic', 'underline', 'strike'] as const
/** What each block may contain. */
const CONTAINED: Readonly<Record<string, readonly string[]>> = {
  doc: ['paragraph', 'blockquote', 'bulletList', 'orderedList'],
  blockquote: ['paragraph', 'bulletList', 'orderedList'],
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: ['paragraph', 'bulletList', 'orderedList'],
}
const MAX_START = 9_999

type Unread = Readonly<Record<string, unknown>>

const recordOf = (value: unknown): Unread => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused(UNKNOWN)
  return value as Unread
}

const listOf = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new Refused(UNKNOWN)
  return value
}

/** Whether an address may stand behind a link. */
export function isSafeAddress(href: string): boolean {
  if (href.length > RICH_TEXT_LIMITS.address || !URL.canParse(href)) return false
  // Only what is written out: browsers read past blanks and control characters within a scheme.
  return /^(?:https?:\/\/|mailto:)[^\s\p{Cc}\p{Cs}]+$/iu.test(href)
}

function readMark(value: unknown): RichMark {
  const { type, attrs } = recordOf(value)
  const simple = SIMPLE_MARKS.find((each) => each === type)
  if (simple) return { type: simple }
  if (type !== 'link') throw new Refused(UNKNOWN)
  const { href } = recordOf(attrs)
  if (typeof href !== 'string' || !isSafeAddress(href)) throw new Refused(BAD_LINK)
  return { type: 'link', attrs: { href } }
}

class Reader {
  #characters = 0
  #nodes = 0

  #count(depth: number): void {
    this.#nodes += 1
    if (this.#nodes > RICH_TEXT_LIMITS.nodes) throw new Refused(TOO_MANY)
    if (depth > RICH_TEXT_LIMITS.depth) throw new Refused(TOO_DEEP)
  }

  #inline(value: unknown, depth: number): RichInline[] {
    this.#count(depth)
    const { type, text, marks } = recordOf(value)
    if (type === 'hardBreak') return [{ type }]
    if (type !== 'text' || typeof text !== 'string') throw new Refused(UNKNOWN)
    this.#characters += text.length
    if (this.#characters > RICH_TEXT_LIMITS.characters) throw new Refused(TOO_LONG)
    // PostgreSQL stores no NUL, which nobody sees, and no half of a surrogate pair.
    const words = text.replaceAll('\0', '').toWellFormed()
    if (words === '') return []
    const kept = [
      ...new Map(
        listOf(marks)
          .map(readMark)
          .map((mark) => [mark.type, mark]),
      ).values(),
    ]
    return [{ type, text: words, ...(kept.length > 0 ? { marks: kept } : {}) }]
  }

  blocks(parent: string, values: unknown, depth: number): RichBlock[] {
    return listOf(values).map((value) => {
      this.#count(depth)
      const { type, content, attrs } = recordOf(value)
      if (typeof type !== 'string' || !CONTAINED[parent]?.includes(type)) throw new Refused(UNKNOWN)
      if (type === 'paragraph') {
        const inlines = listOf(content).flatMap((each) => this.#inline(each, depth + 1))
        return inlines.length > 0 ? { type, content: inlines } : { type }
      }
      const blocks = this.blocks(type, content, depth + 1)
      if (blocks.length === 0) throw new Refused(UNKNOWN)
      if (type === 'orderedList') return { type, attrs: { start: startOf(attrs) }, content: blocks }
      return { type: type as 'blockquote' | 'bulletList' | 'listItem', content: blocks }
    })
  }
}

const startOf = (attrs: unknown): number => {
  const start = attrs === undefined || attrs === null ? 1 : (recordOf(attrs).start ?? 1)
  return typeof start === 'number' && Number.isInteger(start) && start >= 0 && start <= MAX_START ? start : 1
}

/**
 * Reads a text from outside: kinds and attributes that the format doesn't know are refused or left out, so that what is
 * kept is the format and nothing else. A text of nothing but blanks is null, as is null itself.
 */
export function readRichText(value: unknown): RichTextRead {
  if (value === null || value === undefined) return { text: null, problem: null }
  try {
    const { type, content } = recordOf(value)
    if (type !== 'doc') throw new Refused(UNKNOWN)
    const text: RichText = { type, content: new Reader().blocks(type, content, 1) }
    return { text: showsNothing(plainText(text)) ? null : text, problem: null }
  } catch (error) {
    if (error instanceof Refused) return { text: null, problem: error.message }
    throw error
  }
}

const inlineText = (inlines: readonly RichInline[] = []): string =>
  inlines
    .map((each) => {
      if (each.type === 'hardBreak') return '\n'
      const link = each.marks?.find((mark) => mark.type === 'link')
      const shows = link?.attrs.href.replace(/^mailto:/i, '')
      return shows === undefined || shows === each.text || link?.attrs.href === each.text
        ? each.text
        : `${each.text} (${shows})`
    })
    .join('')

const linesOf = (block: RichBlock): string[] => {
  if (block.type === 'paragraph') return inlineText(block.content).split('\n')
  const isList = block.type === 'bulletList' || block.type === 'orderedList'
  if (!isList) return block.content.flatMap(linesOf)
  const first = block.type === 'orderedList' ? block.attrs.start : null
  return block.content.flatMap((item, at) =>
    linesOf(item).map((line, row) => `${row > 0 ? '  ' : first === null ? '- ' : `${first + at}. `}${line}`),
  )
}

/** The words of a text with its line breaks and list marks, for spreadsheets, mails and previews of a row. */
export const plainText = (text: RichText | null): string => text?.content.flatMap(linesOf).join('\n') ?? ''

/** A text of plain paragraphs. */
export const richTextOf = (...paragraphs: readonly string[]): RichText => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
