/** Favourites of one person in one room (INDEX-08). */
export const MAX_FAVOURITES = 500

/** Characters of a private note (INDEX-12). */
export const MAX_NOTE = 2000

/** Why a trimmed text can't be a note; undefined for one that can. */
export function noteProblem(text: string): string | undefined {
  const { length } = [...text]
  return length > MAX_NOTE
    ? `Please use at most 2,000 characters; these are ${length.toLocaleString('en-US')}.`
    : undefined
}
