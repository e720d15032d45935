import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { PreviewFailure } from '../reading/failure.ts'
import { openOffice } from '../reading/officeFile.ts'
import { unpackWhole, type ZipEntry } from '../reading/zip.ts'

const MEBIBYTE = 1_048_576
/** Bytes of a part of text, unpacked; parsing takes many times as much memory. */
const LARGEST_TEXT = 24 * MEBIBYTE
/** Bytes of all parts that are needed, unpacked. */
const MOST_UNPACKED = 160 * MEBIBYTE
/** Bytes of all pictures that are shown. */
const MOST_PICTURES = 24 * MEBIBYTE
/** Characters of the result without its pictures. */
const MOST_HTML = 8_000_000

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
]

const isNeeded = (name: string): boolean =>
  name === '[Content_Types].xml' ||
  /(^|\/)_rels\//.test(name) ||
  (name.startsWith('word/') && !/^word\/(embeddings|fonts|activeX|vbaProject)/.test(name))

/** The parts to read, unpacked within limits and put together again without packing. */
function repack(parts: ReadonlyMap<string, ZipEntry>): Uint8Array<ArrayBuffer> {
  const needed: Record<string, Uint8Array> = {}
  let unpacked = 0
  for (const [name, entry] of parts) {
    if (!isNeeded(name)) continue
    unpacked += entry.size
    const isTooLarge = /\.(xml|rels)$/i.test(name) && entry.size > LARGEST_TEXT
    if (isTooLarge || unpacked > MOST_UNPACKED) {
      throw new PreviewFailure('This document is too large to be shown here.')
    }
    needed[name] = unpackWhole(entry)
  }
  return zipSync(needed, { level: 0 })
}

/**
 * A Word document's text, headings, lists, tables and pictures as HTML, which is not clean yet: it carries what
 * the document's author put into it.
 * @throws PreviewFailure
 */
export async function docxToHtml(bytes: Uint8Array): Promise<string> {
  const parts = openOffice(bytes, 'Word document')
  if (![...parts.keys()].some((name) => /^word\/document\w*\.xml$/.test(name))) {
    throw new PreviewFailure('This is not a Word document, although its name says so.')
  }
  const archive = repack(parts)
  let pictures = 0
  const convertImage = mammoth.images.imgElement(async (image) => {
    if (!PICTURES.has(image.contentType)) return MISSING
    const encoded = await image.readAsBase64String()
    pictures += encoded.length * 0.75
    return pictures > MOST_PICTURES ? MISSING : { src: `data:${image.contentType};base64,${encoded}` }
  })
  // Browsers take the one, Node the other.
  const input = { arrayBuffer: archive.buffer, buffer: archive as never }
  let html: string
  try {
    const { value } = await mammoth.convertToHtml(input, {
      styleMap: STYLES,
      includeEmbeddedStyleMap: false,
      convertImage,
      externalFileAccess: false,
    })
    html = value
  } catch {
    throw new PreviewFailure('This document is damaged and cannot be shown.')
  }
  if (html.length - (pictures * 4) / 3 > MOST_HTML) {
    throw new PreviewFailure('This document is too long to be shown here.')
  }
  return html
}
