/** What looks like the ending of a file's name: letters and figures after the last dot. */
const ENDING = /^.+(\.[A-Za-z0-9]{1,10})$/

const endingOf = (name: string): string | undefined => ENDING.exec(name)?.[1]

/**
 * The name with the ending that a file had, where the new name has another one or none: what a program opens, and what
 * is previewed, goes by it. Null where nothing is lost.
 */
export function withFormerEnding(former: string, name: string): string | null {
  const ending = endingOf(former)
  if (ending === undefined) return null
  const now = endingOf(name)
  if (now?.toLowerCase() === ending.toLowerCase()) return null
  return `${now === undefined ? name : name.slice(0, -now.length)}${ending}`
}

/** ".pdf" of "PPA.pdf"; empty for none. */
export const shownEnding = (name: string): string => endingOf(name) ?? ''
