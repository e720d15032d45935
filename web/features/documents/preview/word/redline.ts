import { formatDate } from '../../../../../shared/format/time.ts'
import { type Comment, commentParagraphs } from './comments.ts'
import { groundClass, inkClass, type Looks, type Wrap } from './marks.ts'
import type { Numbering } from './numbering.ts'
import type { Unshown } from './unshown.ts'
import {
  allOf,
  attributeOf,
  childOf,
  childrenOf,
  isOn,
  isWord,
  makeRun,
  makeWord,
  remove,
  unwrap,
} from './wordXml.ts'

/** What a reader is told about the state of a document. */
export interface Tracked {
  insertions: number
  deletions: number
  moves: number
  comments: number
}

export interface RedlineContext {
  readonly looks: Looks
  readonly numbering: Numbering
  readonly comments: ReadonlyMap<string, Comment>
  readonly tracked: Tracked
  readonly unshown: Unshown
}

type Change = 'ins' | 'del' | 'moveFrom' | 'moveTo'

const VERBS: Readonly<Record<Change, string>> = {
  ins: 'Inserted',
  del: 'Deleted',
  moveFrom: 'Moved away',
  moveTo: 'Moved here',
}
const CHANGES = Object.keys(VERBS) as readonly Change[]
const changeOf = (element: Element): Change | undefined => CHANGES.find((name) => isWord(element, name))

/** "by Jane Roe on 4 Mar 2026", as far as it is known. */
function byWhom(element: Element): string {
  const author = attributeOf(element, 'author')?.slice(0, 80)
  const date = attributeOf(element, 'date')
  const at = date !== undefined && !Number.isNaN(Date.parse(date)) ? formatDate(date) : undefined
  return [author && `by ${author}`, at && `on ${at}`].filter(Boolean).join(' ')
}

function wrapOf(change: Change, element: Element): Wrap {
  const isGone = change === 'del' || change === 'moveFrom'
  const isMove = change === 'moveFrom' || change === 'moveTo'
  return {
    tag: isGone ? 'del' : 'ins',
    ...(isMove && { className: 'moved' }),
    title: `${VERBS[change]} ${byWhom(element)}`.trim(),
  }
}

/** Elements that only hold others, and that the converter would drop with all that is in them. */
const SHELLS = ['fldSimple', 'dir', 'bdo'] as const

/**
 * Goes once through a part of a document and writes what the converter leaves out into it: changes that are tracked,
 * comments, numbers of clauses, colours. The converter itself accepts all changes without a word.
 */
export class Redline {
  readonly #context: RedlineContext
  readonly #commented = new Set<string>()
  /** Numbers of comments by their ids, as they are met. */
  readonly #numbers = new Map<string, number>()
  #waiting: Comment[] = []

  constructor(context: RedlineContext) {
    this.#context = context
  }

  rewrite(part: Document): void {
    if (part.documentElement) this.#inside(part.documentElement, [])
  }

  #inside(parent: Element, wraps: readonly Wrap[]): void {
    for (const child of childrenOf(parent)) this.#element(child, wraps)
  }

  #element(element: Element, wraps: readonly Wrap[]): void {
    const change = changeOf(element)
    if (change) {
      this.#count(change)
      this.#inside(element, [...wraps, wrapOf(change, element)])
      unwrap(element)
      return
    }
    if (isWord(element, 'p')) this.#paragraph(element, wraps)
    else if (isWord(element, 'r')) this.#run(element, wraps)
    else if (isWord(element, 'tr')) this.#row(element, wraps)
    else if (isWord(element, 'commentRangeStart')) this.#commented.add(attributeOf(element, 'id') ?? '')
    else if (isWord(element, 'commentRangeEnd')) this.#commented.delete(attributeOf(element, 'id') ?? '')
    else if (SHELLS.some((name) => isWord(element, name))) {
      this.#inside(element, wraps)
      unwrap(element)
    } else if (element.localName === 'AlternateContent') this.#alternatives(element, wraps)
    else if (element.localName === 'oMath' || element.localName === 'oMathPara') this.#formula(element, wraps)
    else if (element.localName === 'pPr' || element.localName === 'sectPr') return
    else {
      this.#context.unshown.look(element)
      this.#inside(element, wraps)
    }
  }

  #count(change: Change): void {
    const { tracked } = this.#context
    if (change === 'ins') tracked.insertions += 1
    else if (change === 'del') tracked.deletions += 1
    else if (change === 'moveTo') tracked.moves += 1
  }

  /** Of a thing in several forms the converter takes the last, so others would be counted twice. */
  #alternatives(element: Element, wraps: readonly Wrap[]): void {
    this.#context.unshown.look(element)
    const fallback = childrenOf(element).find(({ localName }) => localName === 'Fallback')
    if (!fallback) return
    for (const child of childrenOf(element)) if (child !== fallback) remove(child)
    this.#inside(fallback, wraps)
  }

  #formula(element: Element, wraps: readonly Wrap[]): void {
    const text = childText(element)
    this.#context.unshown.add('equation')
    element.parentNode?.insertBefore(
      makeRun(element, text, this.#styleOf([...wraps, { tag: 'span', className: 'formula' }])),
      element,
    )
    remove(element)
  }

  #row(row: Element, wraps: readonly Wrap[]): void {
    const properties = childOf(row, 'trPr')
    const own: Wrap[] = []
    for (const each of properties ? childrenOf(properties) : []) {
      const change = changeOf(each)
      if (!change) continue
      this.#count(change)
      own.push({
        ...wrapOf(change, each),
        title: `Row ${VERBS[change].toLowerCase()} ${byWhom(each)}`.trim(),
      })
      remove(each)
    }
    this.#inside(row, [...wraps, ...own])
  }

  #paragraph(paragraph: Element, wraps: readonly Wrap[]): void {
    const properties = childOf(paragraph, 'pPr')
    const ofMark = childOf(properties, 'rPr')
    const ends: Wrap[] = []
    for (const each of ofMark ? childrenOf(ofMark) : []) {
      const change = changeOf(each)
      if (!change) continue
      ends.push(wrapOf(change, each))
      remove(each)
    }
    const number = this.#context.numbering.next(paragraph)
    this.#inside(paragraph, wraps)
    if (ends.length > 0) {
      const className = 'pilcrow'
      paragraph.appendChild(
        makeRun(paragraph, '¶', this.#styleOf([...wraps, ...ends, { tag: 'span', className }])),
      )
    }
    if (number) {
      const place = numberedPlace(paragraph, properties)
      const className = `number level-${number.level}`
      const first = place.nextSibling
      if (number.text !== '') {
        const run = makeRun(
          paragraph,
          `${number.text}\u00a0`,
          this.#styleOf([...wraps, ...ends, { tag: 'span', className }]),
        )
        paragraph.insertBefore(run, first)
      }
    }
    this.#putComments(paragraph)
  }

  /** Comments stand below the paragraph that they are about. */
  #putComments(paragraph: Element): void {
    const waiting = this.#waiting
    this.#waiting = []
    const after = paragraph.nextSibling
    for (const comment of waiting) {
      const number = this.#numbers.get(comment.id) ?? 0
      for (const each of commentParagraphs(paragraph, comment, number)) {
        paragraph.parentNode?.insertBefore(each, after)
      }
    }
  }

  #run(run: Element, wraps: readonly Wrap[]): void {
    const own = childOf(run, 'rPr')
    const steps: Wrap[] = [...wraps, ...this.#looksOf(own)]
    for (const child of childrenOf(run)) {
      if (isWord(child, 'delText')) {
        const text = makeWord(child, 't')
        while (child.firstChild) text.appendChild(child.firstChild)
        run.replaceChild(text, child)
      } else if (isWord(child, 'commentReference')) this.#reference(run, child)
      else if (!isWord(child, 'rPr') && !isWord(child, 't')) this.#element(child, wraps)
    }
    if (steps.length === 0) return
    const properties = own ?? makeWord(run, 'rPr')
    if (!own) run.insertBefore(properties, run.firstChild)
    const style = childOf(properties, 'rStyle')
    const named = attributeOf(style, 'val')
    if (style) remove(style)
    if (named === 'Strong') steps.push({ tag: 'strong' })
    if (named === 'Emphasis') steps.push({ tag: 'em' })
    properties.insertBefore(makeWord(run, 'rStyle', { val: this.#styleOf(steps) }), properties.firstChild)
  }

  #looksOf(properties: Element | undefined): Wrap[] {
    const wraps: Wrap[] = []
    if (properties) {
      const twice = childOf(properties, 'dstrike')
      if (isOn(twice)) properties.appendChild(makeWord(properties, 'strike'))
      const ground = groundClass(
        attributeOf(childOf(properties, 'highlight'), 'val'),
        attributeOf(childOf(properties, 'shd'), 'fill'),
      )
      if (ground) wraps.push({ tag: 'mark', className: ground })
      const ink = inkClass(attributeOf(childOf(properties, 'color'), 'val'))
      if (ink) wraps.push({ tag: 'span', className: ink })
      if (isOn(childOf(properties, 'vanish'))) {
        this.#context.unshown.add('hidden text')
        wraps.push({ tag: 'span', className: 'hidden-text', title: 'Hidden in Word' })
      }
      if (childrenOf(properties).some((each) => isWord(each, 'rPrChange')))
        this.#context.unshown.add('formatting')
    }
    if ([...this.#commented].some((id) => this.#context.comments.has(id))) {
      wraps.push({ tag: 'span', className: 'commented' })
    }
    return wraps
  }

  #reference(run: Element, reference: Element): void {
    const id = attributeOf(reference, 'id') ?? ''
    const comment = this.#context.comments.get(id)
    remove(reference)
    if (!comment || this.#numbers.has(id)) return
    const number = this.#numbers.size + 1
    this.#numbers.set(id, number)
    this.#context.tracked.comments += 1
    this.#waiting.push(comment)
    const mark = makeRun(run, `[${number}]`, this.#styleOf([{ tag: 'sup', className: 'comment-mark' }]))
    run.parentNode?.insertBefore(mark, run.nextSibling)
  }

  #styleOf(wraps: readonly Wrap[]): string {
    return this.#context.looks.styleOf(wraps)
  }
}

/** Takes a paragraph out of the lists that the converter makes. @returns its properties */
function numberedPlace(paragraph: Element, known: Element | undefined): Element {
  const properties = known ?? makeWord(paragraph, 'pPr')
  if (!known) paragraph.insertBefore(properties, paragraph.firstChild)
  const former = childOf(properties, 'numPr')
  if (former) remove(former)
  const none = makeWord(paragraph, 'numPr')
  none.appendChild(makeWord(paragraph, 'ilvl', { val: '0' }))
  none.appendChild(makeWord(paragraph, 'numId', { val: '0' }))
  properties.appendChild(none)
  return properties
}

/** The letters and figures of a formula, in a line. */
function childText(element: Element): string {
  const { textContent } = element
  return (textContent ?? '').replace(/\s+/g, ' ').slice(0, 2000)
}

/** Whether changes of tables or sections are tracked, which have no place in a text. */
export function hasUnmarkedChanges(part: Document): boolean {
  return [
    'pPrChange',
    'tblPrChange',
    'tcPrChange',
    'trPrChange',
    'sectPrChange',
    'cellIns',
    'cellDel',
    'cellMerge',
  ].some((name) => allOf(part, name).length > 0)
}
