import { wordPages } from '../../documentText/word.ts'
import { archiveTexts } from './archive.ts'
import type { ReadFile } from './collect.ts'
import { entitiesDecoded } from './xml.ts'

const BODY = 'word/document.xml'
const WORD_PARTS = /^word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/

/** A Word document as it reads with its changes accepted: its pages, and the texts that stand beside its body. */
export function wordTexts(bytes: Buffer): { pages: string[]; beside: string[] } {
  const parts = archiveTexts(bytes, (name) => WORD_PARTS.test(name), BODY)
  const beside = [...parts].filter(([name]) => name !== BODY)
  return {
    pages: wordPages(parts.get(BODY) ?? ''),
    beside: beside.map(([, xml]) => wordPages(xml).join('\n\n')).filter((text) => text !== ''),
  }
}

/** The body of a Word document, then what stands beside it. */
export const readWord: ReadFile = (into, bytes) => {
  const { pages, beside } = wordTexts(bytes)
  into.addLong([pages.join('\n\n'), ...beside].filter((text) => text !== '').join('\n\n'))
}

const SLIDE = /^ppt\/slides\/slide(\d+)\.xml$/
const NOTES = /^ppt\/notesSlides\/notesSlide(\d+)\.xml$/
const SLIDE_TEXT = /<a:t(?:\s[^>]*)?>([^<]*)<\/a:t>|<\/a:p>|<a:br\b[^>]*>|<\/a:tc>/g

/** Slides, each a page, with what its notes say. */
export const readSlides: ReadFile = (into, bytes) => {
  const parts = archiveTexts(bytes, (name) => SLIDE.test(name) || NOTES.test(name), 'ppt/slides/slide1.xml')
  const numbered = (pattern: RegExp) =>
    new Map(
      [...parts].flatMap(([name, xml]) => {
        const number = pattern.exec(name)?.[1]
        return number === undefined ? [] : [[Number(number), runsOf(xml)] as const]
      }),
    )
  const notes = numbered(NOTES)
  for (const [page, text] of [...numbered(SLIDE)].toSorted(([a], [b]) => a - b)) {
    const note = notes.get(page)
    if (!into.add({ page, text: note ? `${text}\n${note}` : text })) break
  }
}

const runsOf = (xml: string): string => {
  let text = ''
  for (const [mark, run] of xml.matchAll(SLIDE_TEXT)) {
    text += run === undefined ? (mark === '</a:tc>' ? '\t' : '\n') : entitiesDecoded(run)
  }
  return text.trim()
}
