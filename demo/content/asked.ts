import { type RichBlock, type RichText, richTextOf } from '../../shared/richText.ts'
import type { DemoQuestion } from '../plan.ts'
import { PEOPLE, type PersonKey } from './people.ts'

/** A text with a list under its first line. */
export const listed = (text: string, ...items: readonly string[]): RichText => {
  const list: RichBlock = {
    type: 'bulletList',
    content: items.map((item) => ({ type: 'listItem', content: richTextOf(item).content })),
  }
  return { type: 'doc', content: [...richTextOf(text).content, list] }
}

/** Of one who asks at a moment: what about, and what was answered. */
interface QuestionParts {
  readonly about: readonly string[]
  readonly topics?: readonly string[]
  readonly of?: DemoQuestion['projects']
  readonly documents?: readonly string[]
  readonly state?: DemoQuestion['state']
  readonly answer?: string | RichText
  readonly answeredAt?: string
  readonly answeredBy?: PersonKey
  readonly answerDocuments?: readonly string[]
  /** What stands beside the answer and is not published. */
  readonly answerDraft?: string
  /** What all with the log read of it. */
  readonly published?: { readonly at: string; readonly text: string; readonly answer: string }
  readonly followUps?: DemoQuestion['followUps']
}

const textOf = (text: string | RichText): RichText => (typeof text === 'string' ? richTextOf(text) : text)
const momentOf = (day: string): string => `2026-${day}:00.000Z`

/** @param day month, day and time of day, such as "10-19T15:04" */
export const question = (
  by: PersonKey,
  day: string,
  text: string | RichText,
  parts: QuestionParts,
): DemoQuestion => ({
  by: PEOPLE[by].email,
  at: momentOf(day),
  text: textOf(text),
  categories: parts.about,
  ...(parts.topics && { topics: parts.topics }),
  ...(parts.of && { projects: parts.of }),
  ...(parts.documents && { documents: parts.documents }),
  ...(parts.state && { state: parts.state }),
  ...(parts.answer && {
    answer: {
      by: PEOPLE[parts.answeredBy ?? 'qAndA'].email,
      at: momentOf(parts.answeredAt ?? day),
      text: textOf(parts.answer),
      documents: parts.answerDocuments ?? [],
    },
  }),
  ...(parts.answerDraft && {
    answerDraft: { by: PEOPLE[parts.answeredBy ?? 'qAndA'].email, text: richTextOf(parts.answerDraft) },
  }),
  ...(parts.published && {
    published: {
      by: PEOPLE.dealAdmin.email,
      at: momentOf(parts.published.at),
      text: richTextOf(parts.published.text),
      answer: richTextOf(parts.published.answer),
    },
  }),
  ...(parts.followUps && { followUps: parts.followUps }),
})
