/** Turns the direction of what stands around a name. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g
const BLANKS = /[\s\p{Cc}]+/gu
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** Whether nothing of a text is to be seen: blanks, and signs of no width as some programs copy them along. */
export const showsNothing = (text: string): boolean => !VISIBLE.test(text)

/** A text as it is kept: in one line, since names stand in lists, mails and exports. Empty for one that shows nothing. */
export function tidyText(text: string): string {
  const tidied = text.normalize('NFC').replace(DIRECTIONS, '').replace(BLANKS, ' ').trim()
  return showsNothing(tidied) ? '' : tidied
}

/** A text of several lines as it is kept: its lines stay as they are. Empty for one that shows nothing. */
export function tidyLines(text: string): string {
  const tidied = text.normalize('NFC').replace(/\r\n?/g, '\n').trim()
  return showsNothing(tidied) ? '' : tidied
}

/** What to say of a text of more characters than its field takes; null for one that fits. */
export const tooLong = (text: string, max: number): string | null =>
  [...text].length > max ? `Max ${max} characters` : null
