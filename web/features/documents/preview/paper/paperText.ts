import { folded, type Match, matchesOn, pageText } from '../../../../../shared/pageText.ts'
import type { Passage } from '../../copilot/index.ts'
import { passageOn } from '../pdf/passage.ts'
import { foundId } from './PaperFrame.tsx'

/** Places that are marked at most. */
const MAX_MATCHES = 2000

const BLOCK = 'p, li, td, th, tr, h1, h2, h3, h4, h5, h6, blockquote, pre, div, dt, dd, caption, table, main'

/** What stands on a paper, to be searched. */
export interface PaperText {
  find(term: string): { matches: readonly Match[]; isCut: boolean }
  findPassage(passage: Passage): Match | null
  /** The paper with places marked, each under its id. */
  marked(matches: readonly Match[]): string
}

function* textsOf(root: Element): Generator<Text> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) yield node
  }
}

/** Words of two paragraphs, or on both sides of a line's end, are apart. */
function isDivided(before: Text, after: Text | undefined): boolean {
  const block = before.parentElement?.closest(BLOCK)
  return block !== after?.parentElement?.closest(BLOCK) || before.nextSibling?.nodeName === 'BR'
}

/** @param html clean */
export function readPaper(html: string): PaperText {
  const root = new DOMParser().parseFromString(`<main>${html}</main>`, 'text/html').body
  const texts = [...textsOf(root)]
  const content = pageText(
    texts.map((node, at) => ({ str: node.data, hasEOL: isDivided(node, texts[at + 1]), transform: [] })),
  )
  return {
    find: (term) => {
      const matches = matchesOn(0, content, folded(term).trim(), MAX_MATCHES)
      return { matches, isCut: matches.length === MAX_MATCHES }
    },
    findPassage: (passage) => passageOn(0, content, passage),
    marked: (matches) => {
      const copy = root.cloneNode(true) as HTMLElement
      const nodes = [...textsOf(copy)]
      for (const [index, { pieces }] of [...matches.entries()].reverse()) {
        // From the end, so that what stands before keeps its places.
        for (const [at, { run, from, to }] of [...pieces.entries()].reverse()) {
          const found = nodes[run]?.splitText(from)
          if (!found) continue
          found.splitText(to - from)
          const mark = copy.ownerDocument.createElement('mark')
          mark.className = 'found'
          if (at === 0) mark.id = foundId(index)
          found.replaceWith(mark)
          mark.append(found)
        }
      }
      return copy.querySelector('main')?.innerHTML ?? ''
    },
  }
}
