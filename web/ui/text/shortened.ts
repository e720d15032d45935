/** A text as it is up to `longest` characters; of a longer one the first `kept` and an ellipsis. */
export function shortened(text: string, longest: number, kept = longest - 1): string {
  const characters = [...text]
  return characters.length > longest ? `${characters.slice(0, kept).join('').trimEnd()}…` : text
}
