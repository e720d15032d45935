import { folded, type Match, matchBetween, type PageText } from '../../../../../shared/pageText.ts'
import type { Passage } from '../../copilot/index.ts'

/** Without blanks: columns and lines are apart by others where a text was read by another reader. */
function squeezed(text: string): { text: string; places: number[] } {
  const places: number[] = []
  let result = ''
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (/\s/.test(sign)) continue
    result += sign
    places.push(at)
  }
  return { text: result, places }
}

/** Where a passage stands on its page; null where its words don't stand there. */
export function passageOn(page: number, content: PageText, { words, value }: Passage): Match | null {
  const { text, places } = squeezed(content.text)
  const at = (wanted: string): Match | null => {
    const term = squeezed(folded(wanted)).text
    const start = term === '' ? -1 : text.indexOf(term)
    if (start < 0) return null
    const from = content.places[places[start] ?? 0] ?? 0
    const to = (content.places[places[start + term.length - 1] ?? 0] ?? from) + 1
    return matchBetween(page, content, from, to)
  }
  // Of a sentence that goes over two pages one half stands on each.
  const half = Math.floor(words.length / 2)
  return at(words) ?? (value ? at(value) : null) ?? at(words.slice(0, half)) ?? at(words.slice(half))
}
