import { formatCount } from '../../../../../shared/format/number.ts'

/** What a document may hold that is shown otherwise than it is, or not at all. */
type Kind =
  | 'chart'
  | 'diagram'
  | 'drawing'
  | 'embedded file'
  | 'other document'
  | 'equation'
  | 'hidden text'
  | 'formatting'
  | 'running text'

const COUNTED: readonly Kind[] = ['chart', 'diagram', 'drawing', 'embedded file', 'other document']

const MANY: Partial<Record<Kind, string>> = { 'other document': 'included documents' }
const ONE: Partial<Record<Kind, string>> = { 'other document': 'included document' }

/** In the order in which they are told. */
const SENTENCES: Partial<Record<Kind, string>> = {
  equation: 'Equations are shown as plain text.',
  'hidden text': 'Text that is hidden in Word is shown with a dotted line.',
  formatting: 'Tracked changes of formatting and of tables are not marked.',
  'running text': 'Only the first headers and footers are shown.',
}

/** What a preview leaves out, found while it is made. */
export class Unshown {
  readonly #found = new Map<Kind, number>()

  add(kind: Kind): void {
    this.#found.set(kind, (this.#found.get(kind) ?? 0) + 1)
  }

  /** Looks at an element that holds what the converter can't show. */
  look(element: Element): void {
    const name = element.localName
    if (name === 'graphicData') {
      const uri = element.getAttribute('uri') ?? ''
      if (/\/chart(ex)?$/i.test(uri)) this.add('chart')
      else if (/\/diagram$/i.test(uri)) this.add('diagram')
    } else if (name === 'AlternateContent') {
      const isDrawn = element.getElementsByTagNameNS('*', 'wsp').length > 0
      const hasText = element.getElementsByTagNameNS('*', 'txbxContent').length > 0
      if (isDrawn && !hasText) this.add('drawing')
    } else if (name === 'OLEObject') this.add('embedded file')
    else if (name === 'altChunk' || name === 'subDoc') this.add('other document')
  }

  /** One sentence for each thing that a reader has to know. */
  sentences(): string[] {
    const counted = COUNTED.flatMap((kind) => {
      const count = this.#found.get(kind)
      return count === undefined ? [] : [formatCount(count, ONE[kind] ?? kind, MANY[kind] ?? `${kind}s`)]
    })
    const left = counted.length === 0 ? [] : [`Not shown: ${counted.join(', ')}.`]
    return [
      ...left,
      ...Object.entries(SENTENCES).flatMap(([kind, sentence]) =>
        this.#found.has(kind as Kind) ? [sentence] : [],
      ),
    ]
  }
}
