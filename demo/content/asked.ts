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
interface Asked {
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
  asked: Asked,
): DemoQuestion => ({
  by: PEOPLE[by].email,
  at: momentOf(day),
  text: textOf(text),
  categories: asked.about,
  ...(asked.topics && { topics: asked.topics }),
  ...(asked.of && { projects: asked.of }),
  ...(asked.documents && { documents: asked.documents }),
  ...(asked.state && { state: asked.state }),
  ...(asked.answer && {
    answer: {
      by: PEOPLE[asked.answeredBy ?? 'qAndA'].email,
      at: momentOf(asked.answeredAt ?? day),
      text: textOf(asked.answer),
      documents: asked.answerDocuments ?? [],
    },
  }),
  ...(asked.answerDraft && {
    answerDraft: { by: PEOPLE[asked.answeredBy ?? 'qAndA'].email, text: richTextOf(asked.answerDraft) },
  }),
  ...(asked.published && {
    published: {
      by: PEOPLE.dealAdmin.email,
      at: momentOf(asked.published.at),
      text: richTextOf(asked.published.text),
      answer: richTextOf(asked.published.answer),
    },
  }),
  ...(asked.followUps && { followUps: asked.followUps }),
})
