import { formatDate } from '../../../../../shared/format/time.ts'
import { allOf, attributeOf, makeWord } from './wordXml.ts'

/** Comments, and characters of one, that are shown at most. */
const MAX_COMMENTS = 2000
const LONGEST = 5000

export interface Comment {
  readonly id: string
  readonly author: string
  /** As the document's locale-free date, empty where there is none. */
  readonly date: string
  readonly paragraphs: readonly string[]
}

/** Styles of the paragraphs in which comments stand. */
export const COMMENT_STYLES = [
  'p.HelioroomCommentHead => div.comment > p.comment-head:fresh',
  'p.HelioroomComment => div.comment > p:fresh',
]

/** What was said about a document, by the ids under which it is anchored in it. */
export function readComments(part: Document | undefined): ReadonlyMap<string, Comment> {
  const comments = new Map<string, Comment>()
  for (const element of part ? allOf(part, 'comment').slice(0, MAX_COMMENTS) : []) {
    const id = attributeOf(element, 'id') ?? ''
    const date = attributeOf(element, 'date')
    const paragraphs = allOf(element, 'p')
      .map((paragraph) =>
        allOf(paragraph, 't')
          .map((text) => text.textContent ?? '')
          .join(''),
      )
      .filter((text) => text.trim() !== '')
    comments.set(id, {
      id,
      author: attributeOf(element, 'author')?.slice(0, 80) || 'Somebody',
      date: date !== undefined && !Number.isNaN(Date.parse(date)) ? formatDate(date) : '',
      paragraphs: paragraphs.map((text) => text.slice(0, LONGEST)),
    })
  }
  return comments
}

function paragraphOf(beside: Element, style: string, text: string): Element {
  const paragraph = makeWord(beside, 'p')
  const properties = makeWord(beside, 'pPr')
  properties.appendChild(makeWord(beside, 'pStyle', { val: style }))
  paragraph.appendChild(properties)
  const run = makeWord(beside, 'r')
  const words = makeWord(beside, 't')
  words.appendChild(words.ownerDocument.createTextNode(text))
  run.appendChild(words)
  paragraph.appendChild(run)
  return paragraph
}

/** A comment as paragraphs to stand in the text. */
export function commentParagraphs(beside: Element, comment: Comment, number: number): Element[] {
  const head = [`Comment ${number}`, comment.author, comment.date].filter((part) => part !== '').join(' · ')
  return [
    paragraphOf(beside, 'HelioroomCommentHead', head),
    ...comment.paragraphs.map((text) => paragraphOf(beside, 'HelioroomComment', text)),
  ]
}
