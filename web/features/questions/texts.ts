import { plainText, type RichText, readRichText } from '../../../shared/richText.ts'

/** A text of the server as it is kept; null where there is none. */
export const textOf = (value: unknown): RichText | null => readRichText(value).text

/** Whether two texts say the same, however their parts are ordered. */
export function isSameText(one: RichText | null, other: RichText | null): boolean {
  if (one === other) return true
  const [left, right] = [readRichText(one), readRichText(other)]
  // What can't be kept is the server's to refuse.
  return (
    left.problem === null &&
    right.problem === null &&
    JSON.stringify(left.text) === JSON.stringify(right.text)
  )
}

/** The words of a text, such as beside somebody else's. */
export const wordsOf = (text: RichText | null): string => plainText(text)
