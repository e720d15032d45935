import type { DrawnKind } from '../../../shared/pagedFiles.ts'

/** Bytes before what is asked. */
const HEAD_BYTES = 4

/** Size of a page in points (1/72 inch) as it is shown, after its own rotation. */
export interface PageSize {
  width: number
  height: number
}

/** Why a file that can be read has no pages (PAGE-05): too many, a password, or more pixels than are drawn. */
export type SizesRefusal = 'PAGES' | 'PROTECTED' | 'TIME'

/** Which page of a file is drawn, from 1, and how wide in pixels. */
export interface AskedPage {
  number: number
  width: number
}

/** A rectangle in points from the upper left corner of the page as it is shown. */
export interface PageBox {
  x: number
  y: number
  width: number
  height: number
}

/** Where a text stands once: a rectangle for each piece of a line. */
export interface PagePlace {
  /** From 1. */
  page: number
  boxes: PageBox[]
}

/** A text whose places are asked for, and how many of them at most. */
export interface AskedPlaces {
  text: string
  most: number
}

/** Pages whose words are asked for, from 1, both included. */
export interface AskedWords {
  from: number
  to: number
}

/** What is looked for in pages besides words. */
export type TextPattern = 'EMAIL' | 'PHONE' | 'AMOUNT'

/** Words and patterns that are looked for, and how many places at most. */
export interface AskedFindings {
  words: readonly string[]
  patterns: readonly TextPattern[]
  most: number
}

/** A place of a word or a pattern. */
export interface FoundArea {
  /** From 1. */
  page: number
  /** One for each line, on the page. */
  boxes: PageBox[]
  kind: 'WORDS' | 'PATTERN'
  /** What stands there, in one line. */
  words: string
}

export interface Findings {
  areas: FoundArea[]
  pages: number
  /** Pages without words. */
  silent: number
}

/** A mark as it is drawn: lines that are set already, and how. */
export interface DrawnMark {
  lines: readonly string[]
  /** Stays whole in its line (MARK-17); null for none. */
  email: string | null
  position: 'TILED' | 'DIAGONAL' | 'TOP' | 'BOTTOM'
  /** Per cent. */
  opacity: number
  /** Points of a page as large as a letter; on others in proportion (MARK-19). */
  size: number
}

/** How a kept page goes out. */
export interface AskedPicture {
  /** Null for none, for whoever is given the original. */
  mark: DrawnMark | null
}

/** Stands in the lines of a mark for the number of the page and of all pages; no text that anybody types has it. */
export const PAGE_SIGN = '\u0000'

/** A file that is asked for as a PDF with a mark on each page. */
export interface AskedMarkedPdf {
  kind: DrawnKind
  mark: DrawnMark
  title: string
  /** The program that wrote it. */
  producer: string
  /** Milliseconds since 1970. */
  at: number
  /** Without which it doesn't open; null for none. */
  password: string | null
  /** Whether readers are asked to refuse changes and copies. */
  isRestricted: boolean
}

/** An area that is removed from a page. */
export interface AskedRedactionMark {
  /** From 1. */
  page: number
  boxes: readonly PageBox[]
  /** What it covers, where it was chosen by that. */
  words: string | null
  reason: string
}

/** A file that is asked for as a PDF without what lies in areas. */
export interface AskedRedaction {
  kind: DrawnKind
  marks: readonly AskedRedactionMark[]
  /** The program that wrote it. */
  producer: string
  /** Milliseconds since 1970. */
  at: number
}

/** What stands before the bytes of a redacted PDF; with a failure there are none. */
export interface RedactionAnswer {
  /** One sentence. */
  failure: string | null
  remarks: readonly string[]
}

/** What is asked of a file, as it stands before the file's bytes on their way into the process. */
export function askedHead(asked: object): Buffer {
  const text = Buffer.from(JSON.stringify(asked))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(text.length)
  return Buffer.concat([head, text])
}

/** What is asked, and the file's bytes. */
export function readAsked<Task extends object>(bytes: Buffer): { asked: Task; file: Buffer } {
  const end = HEAD_BYTES + bytes.readUInt32BE()
  return {
    asked: JSON.parse(bytes.toString('utf8', HEAD_BYTES, end)) as Task,
    file: bytes.subarray(end),
  }
}
