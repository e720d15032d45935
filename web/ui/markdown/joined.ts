import type { RootContent } from 'mdast'
import { openIn, tagsIn } from './tags.ts'

/** Blocks that make one component at most: no page has more facts in one place. */
const MAX_PIECES = 200

/** The markup that a block consists of; null for one with anything else in it. */
function markupOf(node: RootContent): string | null {
  if (node.type === 'html') return node.value
  if (node.type !== 'paragraph') return null
  const parts = node.children.map((child) =>
    child.type === 'html' || child.type === 'text' ? child.value : child.type === 'break' ? '\n' : null,
  )
  return parts.includes(null) ? null : parts.join('')
}

/**
 * Blocks with components in one piece each. Of components on one line, and of those with blank lines between them,
 * the parser makes pieces: a `<FactoidBlock>` by itself, each `<Factoid />`, the end tag.
 * @param names of the components that there are
 */
export function joined(nodes: readonly RootContent[], names: ReadonlySet<string>): RootContent[] {
  const pieces = nodes.map((node) => {
    const markup = markupOf(node)
    return markup !== null && tagsIn(markup, names) !== null ? { markup, open: openIn(markup) } : null
  })
  /** Where the component that begins with a piece ends; with that piece where its end tag is missing. */
  const endOf = (start: number): number => {
    let open = 0
    for (let at = start; at < Math.min(nodes.length, start + MAX_PIECES); at += 1) {
      const piece = pieces[at]
      if (!piece) break
      open += piece.open
      if (open <= 0) return at
    }
    return start
  }
  const whole: RootContent[] = []
  for (let at = 0; at < nodes.length; at += 1) {
    const [node, piece] = [nodes[at], pieces[at]]
    if (!node) continue
    if (!piece) {
      whole.push(node)
      continue
    }
    const end = endOf(at)
    const markup = pieces.slice(at, end + 1).map((each) => each?.markup)
    whole.push({ type: 'html', value: markup.join('\n') })
    at = end
  }
  return whole
}
