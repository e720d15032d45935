import { strFromU8 } from 'fflate'
import type { Unshown } from './unshown.ts'
import { allOf, attributeOf, childOf, childrenOf, isOn, isWord, makeRun, parsePart } from './wordXml.ts'

/** Different headers and footers that are shown at most. */
const MAX_RUNNING = 8

/** A header or a footer, which stands once over or under the text. */
export interface RunningPart {
  readonly kind: 'header' | 'footer'
  /** "Header", "Header of the first page". */
  readonly label: string
  readonly document: Document
  /** Its links to pictures and addresses, as a part of the archive. */
  readonly links: Uint8Array | undefined
}

const WHERE: Readonly<Record<string, string>> = { first: ' of the first page', even: ' of even pages' }

/** Addresses of parts by the ids under which another part names them. */
function targetsOf(links: Uint8Array | undefined): ReadonlyMap<string, string> {
  const targets = new Map<string, string>()
  const root = links && parsePart(strFromU8(links)).documentElement
  for (const each of root ? childrenOf(root) : []) {
    const target = each.getAttribute('Target') ?? ''
    targets.set(each.getAttribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `word/${target}`)
  }
  return targets
}

const linksOf = (parts: Record<string, Uint8Array>, name: string): Uint8Array | undefined =>
  parts[`word/_rels/${name.slice(name.lastIndexOf('/') + 1)}.rels`]

/** The headers and footers that the pages of a document have, each once; what is never printed is left out. */
export function readRunning(
  document: Document,
  parts: Record<string, Uint8Array>,
  main: string,
  unshown: Unshown,
): RunningPart[] {
  const targets = targetsOf(linksOf(parts, main))
  const settings = parts['word/settings.xml']
  const hasEven = settings ? allOf(parsePart(strFromU8(settings)), 'evenAndOddHeaders').some(isOn) : false
  const found = new Map<string, RunningPart>()
  for (const section of allOf(document, 'sectPr')) {
    for (const reference of childrenOf(section)) {
      const kind = isWord(reference, 'headerReference')
        ? 'header'
        : isWord(reference, 'footerReference')
          ? 'footer'
          : null
      if (!kind) continue
      const type = attributeOf(reference, 'type') ?? 'default'
      if (type === 'first' && !isOn(childOf(section, 'titlePg'))) continue
      if (type === 'even' && !hasEven) continue
      const name = targets.get(attributeOf(reference, 'id') ?? '') ?? ''
      const bytes = parts[name]
      if (!bytes || found.has(name)) continue
      if (found.size >= MAX_RUNNING) {
        unshown.add('running text')
        continue
      }
      const part = parsePart(strFromU8(bytes))
      writeWatermarks(part)
      const label = `${kind === 'header' ? 'Header' : 'Footer'}${WHERE[type] ?? ''}`
      found.set(name, { kind, label, document: part, links: linksOf(parts, name) })
    }
  }
  return [...found.values()]
}

/** A watermark is a drawn text, which the converter leaves out: it becomes plain text. */
function writeWatermarks(part: Document): void {
  const drawn = part.getElementsByTagNameNS('urn:schemas-microsoft-com:vml', 'textpath')
  const marks = Array.from({ length: drawn.length }, (_, at) => drawn.item(at))
  for (const mark of marks) {
    const text = mark?.getAttribute('string') ?? ''
    let picture: Node | null = mark
    while (picture && !(picture.nodeType === 1 && isWord(picture as Element, 'pict')))
      picture = picture.parentNode
    const run = picture?.parentNode
    if (!picture || !run || text.trim() === '') continue
    run.parentNode?.insertBefore(makeRun(picture as Element, text, 'HelioroomWatermark'), run)
    run.removeChild(picture)
  }
}
