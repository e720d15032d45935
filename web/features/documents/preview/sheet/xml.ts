import { PreviewFailure } from '../reading/failure.ts'
import type { ZipEntry } from '../reading/zip.ts'

/** Reads an attribute by its name without prefix. */
export type Attributes = (name: string) => string | undefined

interface XmlHandler {
  open?: (name: string, attributes: Attributes) => void
  /** A piece of the text of the element that is open; long ones come in several. */
  text?: (text: string) => void
  /** @returns false when enough was read */
  close?: (name: string) => boolean | undefined
}

/** Characters of one tag at most; real ones are far shorter. */
const LONGEST_TAG = 1_000_000

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const HIGHEST = 0x10_ffff

const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (all, hex, decimal, name) => {
        if (name !== undefined) return NAMED[name] ?? all
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= HIGHEST ? String.fromCodePoint(code) : '\uFFFD'
      })
    : text

/** What a tag begins with, up to a blank or its end. */
function nameOf(tag: string): string {
  let end = 0
  while (end < tag.length && tag.charCodeAt(end) > BLANK && tag.charCodeAt(end) !== SLASH) end += 1
  return tag.slice(0, end)
}

const unprefixed = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Goes through an XML part of a file without ever holding it whole: a worksheet may unpack to hundreds of
 * megabytes. Document types, and with them entities of their own, are refused.
 * @throws PreviewFailure
 */
export function readXml(entry: ZipEntry, handler: XmlHandler): void {
  const decoder = new TextDecoder()
  const scanner = new Scanner(handler)
  entry.unpack((part) => scanner.push(decoder.decode(part, { stream: true })))
}

class Scanner {
  readonly #handler: XmlHandler
  #rest = ''
  #wanted = true

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** @returns false when enough was read */
  push(more: string): boolean {
    const source = this.#rest + more
    let at = 0
    while (this.#wanted) {
      const start = source.indexOf('<', at)
      if (start === -1) break
      if (start > at) this.#text(source.slice(at, start))
      const end = this.#markup(source, start)
      if (end === -1) {
        at = start
        break
      }
      at = end
    }
    this.#rest = source.slice(at)
    // What stands before the next tag may end in half an entity, so it waits for that tag.
    if (this.#rest.length > LONGEST_TAG) this.#flush()
    return this.#wanted
  }

  #flush() {
    if (this.#rest.startsWith('<')) throw new PreviewFailure('This file is damaged and cannot be shown.')
    const kept = this.#rest.lastIndexOf('&')
    const end = kept > this.#rest.length - 12 ? kept : this.#rest.length
    this.#text(this.#rest.slice(0, end))
    this.#rest = this.#rest.slice(end)
  }

  #text(text: string) {
    this.#handler.text?.(decode(text))
  }

  /** @returns where what begins at `start` ends, -1 when its end has not come yet */
  #markup(source: string, start: number): number {
    const skipped = (opening: string, closing: string): number => {
      const end = source.indexOf(closing, start + opening.length)
      return end === -1 ? -1 : end + closing.length
    }
    const kind = source.charCodeAt(start + 1)
    if (kind !== EXCLAMATION && kind !== QUESTION) return this.#element(source, start)
    if (source.startsWith('<?', start)) return skipped('<?', '?>')
    if (source.startsWith('<!--', start)) return skipped('<!--', '-->')
    if (source.startsWith('<![CDATA[', start)) {
      const end = skipped('<![CDATA[', ']]>')
      if (end !== -1) this.#handler.text?.(source.slice(start + 9, end - 3))
      return end
    }
    if (source.startsWith('<!DOCTYPE', start)) {
      throw new PreviewFailure('This file is damaged and cannot be shown.')
    }
    // The start of one of the above, cut; other declarations are passed over.
    if (source.length - start < 9) return -1
    return skipped('<!', '>')
  }

  #element(source: string, start: number): number {
    const end = tagEnd(source, start + 1)
    if (end === -1) return -1
    this.#tag(source.slice(start + 1, end))
    return end + 1
  }

  #tag(tag: string) {
    if (tag.startsWith('/')) {
      this.#close(unprefixed(tag.slice(1).trim()))
      return
    }
    const isEmpty = tag.endsWith('/')
    const name = unprefixed(nameOf(tag))
    this.#handler.open?.(name, (attribute) => attributeOf(tag, attribute))
    if (isEmpty) this.#close(name)
  }

  #close(name: string) {
    if (this.#handler.close?.(name) === false) this.#wanted = false
  }
}

const BLANK = 32
const SLASH = 47
const EXCLAMATION = 33
const QUESTION = 63
const DOUBLE = 34
const SINGLE = 39
const GREATER = 62

/** The place of a tag's `>`, which may stand in its attributes too; -1 when it has not come yet. */
function tagEnd(source: string, from: number): number {
  let quote = 0
  for (let at = from; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === GREATER) return at
    else if (code === DOUBLE || code === SINGLE) quote = code
  }
  return -1
}

const patterns = new Map<string, RegExp>()

function attributeOf(tag: string, name: string): string | undefined {
  // As nearly all programs write it; a sheet has millions.
  const usual = tag.indexOf(` ${name}="`)
  if (usual !== -1) {
    const start = usual + name.length + 3
    return decode(tag.slice(start, tag.indexOf('"', start)))
  }
  if (!tag.includes(name, 1)) return undefined
  let pattern = patterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const found = pattern.exec(tag)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decode(value)
}
