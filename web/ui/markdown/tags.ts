/** A component in markdown: `<Factoid label="Offtakers" value="9" />`, with those inside it. */
export interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Tag[]
}

const TAG = /<(\/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z][A-Za-z0-9]*="[^"<>]*")*)\s*(\/?)>/g
const ATTRIBUTE = /([A-Za-z][A-Za-z0-9]*)="([^"]*)"/g

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>' }
const plain = (text: string): string =>
  text.replace(/&(quot|amp|lt|gt);/g, (_all, name: string) => ENTITIES[name] ?? '')

/**
 * The components that a piece of markup consists of, in their order; null where there is anything else in it, such as
 * HTML. Tags that are not closed end with the text.
 * @param names of the components that there are
 */
export function tagsIn(text: string, names: ReadonlySet<string>): Tag[] | null {
  interface Open {
    name: string
    attributes: Record<string, string>
    children: Open[]
  }
  const root: Open = { name: '', attributes: {}, children: [] }
  const open: Open[] = [root]
  let end = 0
  for (const match of text.matchAll(TAG)) {
    const [all, closing, name = '', attributes = '', single] = match
    if (text.slice(end, match.index).trim() !== '' || !names.has(name)) return null
    end = match.index + all.length
    if (closing) {
      const at = open.findLastIndex((each) => each.name === name)
      if (at > 0) open.length = at
      continue
    }
    const tag: Open = {
      name,
      attributes: Object.fromEntries(
        [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, plain(value)]),
      ),
      children: [],
    }
    open.at(-1)?.children.push(tag)
    if (!single) open.push(tag)
  }
  return text.slice(end).trim() === '' && end > 0 ? root.children : null
}

/** How many components in a piece of markup lack their end; fewer than none where it ends those of another piece. */
export function openIn(text: string): number {
  let open = 0
  for (const [, closing, , , single] of text.matchAll(TAG)) open += closing ? -1 : single ? 0 : 1
  return open
}
