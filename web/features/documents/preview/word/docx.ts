import { strFromU8, strToU8, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { PreviewFailure } from '../reading/failure.ts'
import { openOffice } from '../reading/officeFile.ts'
import { unpackWhole, type ZipEntry } from '../reading/zip.ts'
import { COMMENT_STYLES, readComments } from './comments.ts'
import { Looks } from './marks.ts'
import { Numbering } from './numbering.ts'
import { hasUnmarkedChanges, Redline, type RedlineContext, type Tracked } from './redline.ts'
import { type RunningPart, readRunning } from './running.ts'
import { Unshown } from './unshown.ts'
import { parsePart, writePart } from './wordXml.ts'

const MEBIBYTE = 1_048_576
/** Bytes of a part of text, unpacked; parsing takes many times as much memory. */
const LARGEST_TEXT = 24 * MEBIBYTE
/** Bytes of all parts that are needed, unpacked. */
const MAX_UNPACKED = 160 * MEBIBYTE
/** Bytes of all pictures that are shown. */
const MAX_PICTURES = 24 * MEBIBYTE
/** Characters of the result without its pictures. */
const MAX_HTML = 8_000_000

/** What browsers show as pictures, other than drawings, which may hold script. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
])

/** In the place of a picture that can't be shown. */
const MISSING = { src: '', class: 'missing', alt: 'Picture that cannot be shown here' }

/** What a document's own styles become, besides what is usual. */
const STYLES = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p.subtitle:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  'u => u',
  "br[type='page'] => hr",
  'r.HelioroomWatermark => span.watermark',
  ...COMMENT_STYLES,
]

/** A Word document to read. */
export interface WordPages {
  /** Not clean yet: it carries what the document's author put into it. */
  readonly html: string
  readonly tracked: Tracked
  /** Sentences about what is shown otherwise than in Word, or not at all. */
  readonly unshown: readonly string[]
}

const isNeeded = (name: string): boolean =>
  name === '[Content_Types].xml' ||
  /(^|\/)_rels\//.test(name) ||
  (name.startsWith('word/') && !/^word\/(embeddings|fonts|activeX|vbaProject)/.test(name))

type Parts = Record<string, Uint8Array>

/** The parts to read, unpacked within limits. */
function unpackNeeded(entries: ReadonlyMap<string, ZipEntry>): Parts {
  const needed: Parts = {}
  let unpacked = 0
  for (const [name, entry] of entries) {
    if (!isNeeded(name)) continue
    unpacked += entry.size
    const isTooLarge = /\.(xml|rels)$/i.test(name) && entry.size > LARGEST_TEXT
    if (isTooLarge || unpacked > MAX_UNPACKED) {
      throw new PreviewFailure('This document is too large to be shown here.')
    }
    needed[name] = unpackWhole(entry)
  }
  return needed
}

const parsed = (parts: Parts, name: string): Document | undefined => {
  const bytes = parts[name]
  return bytes && parsePart(strFromU8(bytes))
}

/**
 * A Word document as it would be printed with its changes shown: text, headings, clause numbers, tables and pictures,
 * insertions, deletions, comments, headers and footers, and what of it can't be shown.
 * @throws PreviewFailure
 */
export async function readDocx(bytes: Uint8Array): Promise<WordPages> {
  const entries = openOffice(bytes, 'a Word document')
  const main = [...entries.keys()].find((name) => /^word\/document\w*\.xml$/.test(name))
  if (main === undefined) {
    throw new PreviewFailure('This is not a Word document, although its name says so.')
  }
  const parts = unpackNeeded(entries)
  try {
    return await convert(parts, main)
  } catch (error) {
    if (error instanceof PreviewFailure) throw error
    throw new PreviewFailure('This document is damaged and cannot be shown.')
  }
}

async function convert(parts: Parts, main: string): Promise<WordPages> {
  const looks = new Looks()
  const unshown = new Unshown()
  const tracked: Tracked = { insertions: 0, deletions: 0, moves: 0, comments: 0 }
  const context: RedlineContext = {
    looks,
    unshown,
    tracked,
    numbering: new Numbering(parsed(parts, 'word/numbering.xml'), parsed(parts, 'word/styles.xml')),
    comments: readComments(parsed(parts, 'word/comments.xml')),
  }
  const rewrite = (part: Document): void => {
    if (hasUnmarkedChanges(part)) unshown.add('formatting')
    new Redline(context).rewrite(part)
  }
  const document = parsed(parts, main)
  if (!document) throw new Error('The document is not there.')
  const running = readRunning(document, parts, main, unshown)
  rewrite(document)
  const rewritten: Parts = { ...parts, [main]: strToU8(writePart(document)) }
  for (const name of ['word/footnotes.xml', 'word/endnotes.xml']) {
    const notes = parsed(parts, name)
    if (!notes) continue
    rewrite(notes)
    rewritten[name] = strToU8(writePart(notes))
  }
  for (const part of running) rewrite(part.document)
  const converter = new Converter(looks)
  const body = await converter.html(rewritten)
  const [heads, feet] = await Promise.all(
    (['header', 'footer'] as const).map(async (kind) => {
      const blocks: string[] = []
      for (const part of running.filter((each) => each.kind === kind)) {
        const html = await converter.html(inPlaceOfBody(rewritten, main, part))
        if (html.replace(/<(?!img)[^>]*>/g, '').trim() === '') continue
        blocks.push(`<div class="running"><p class="running-kind">${part.label}</p>${html}</div>`)
      }
      return blocks.join('')
    }),
  )
  return { html: `${heads}${body}${feet}`, tracked, unshown: unshown.sentences() }
}

/** The same archive with a header or a footer as its text. */
function inPlaceOfBody(parts: Parts, main: string, { document, links }: RunningPart): Parts {
  const relations = `word/_rels/${main.slice('word/'.length)}.rels`
  const root = document.documentElement
  const inner = writePart(document)
    .replace(/^<\?xml[^>]*\?>\s*/, '')
    .replace(/^<([\w.-]+:)?(hdr|ftr)\b/, '<$1body')
    .replace(/<\/([\w.-]+:)?(hdr|ftr)>\s*$/, '</$1body>')
  const prefix = root?.prefix ? `${root.prefix}:` : ''
  const declared = root?.prefix ? `xmlns:${root.prefix}` : 'xmlns'
  const text = `<${prefix}document ${declared}="${root?.namespaceURI ?? ''}">${inner}</${prefix}document>`
  const named = links ? strFromU8(links) : NO_LINKS
  const isWanted = (name: string): boolean =>
    !/^word\/(footnotes|endnotes|comments)\.xml$/.test(name) &&
    (!name.startsWith('word/media/') || named.includes(name.slice('word/'.length)))
  return {
    ...Object.fromEntries(Object.entries(parts).filter(([name]) => isWanted(name))),
    [main]: strToU8(text),
    // Styles and numbering are found at their usual places.
    [relations]: strToU8(named),
  }
}

const NO_LINKS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'

class Converter {
  readonly #looks: Looks
  #pictures = 0

  constructor(looks: Looks) {
    this.#looks = looks
  }

  async html(parts: Parts): Promise<string> {
    const before = this.#pictures
    const archive = zipSync(parts, { level: 0 })
    // Browsers take the one, Node the other.
    const input = { arrayBuffer: archive.buffer, buffer: archive as never }
    const { value } = await mammoth.convertToHtml(input, {
      styleMap: [...this.#looks.styleMap(), ...STYLES],
      includeEmbeddedStyleMap: false,
      convertImage: mammoth.images.imgElement(async (image) => {
        if (!PICTURES.has(image.contentType)) return MISSING
        const encoded = await image.readAsBase64String()
        this.#pictures += encoded.length * 0.75
        return this.#pictures > MAX_PICTURES
          ? MISSING
          : { src: `data:${image.contentType};base64,${encoded}` }
      }),
      externalFileAccess: false,
    })
    if (value.length - ((this.#pictures - before) * 4) / 3 > MAX_HTML) {
      throw new PreviewFailure('This document is too long to be shown here.')
    }
    return value
  }
}
