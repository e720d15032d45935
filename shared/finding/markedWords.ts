/**
 * The words of a passage from the first marked one to the last, as the preview looks for them.
 * @param marks each with its start and length in characters
 */
export function markedWords({
  text,
  marks,
}: {
  readonly text?: string | null | undefined
  readonly marks: readonly (readonly number[])[]
}): string {
  const [first, last] = [marks[0], marks.at(-1)]
  if (!text || !first || !last) return ''
  return text.slice(first[0] ?? 0, (last[0] ?? 0) + (last[1] ?? 0))
}
