import { showsNothing } from './texts.ts'

/** Labels of one organisation; few enough to be chosen from in one list. */
export const MAX_LABELS = 200

/** Labels of one document; its row shows two of them. */
export const MAX_LABELS_OF_DOCUMENT = 20

const LONGEST = 40

/** A label's colour: "#" and six hexadecimal digits (PERM-14). */
export const LABEL_COLOUR = /^#[0-9a-f]{6}$/i

/** Why a trimmed text can't be a label; undefined for one that can. */
export function labelProblem(label: string): string | undefined {
  if (showsNothing(label)) return 'This field is required'
  if ([...label].length > LONGEST) return `Please use at most ${LONGEST} characters.`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(label)) return 'Please leave out line breaks and control characters.'
  return undefined
}
