/** What has a name and, in a numbered tree, an index number. */
interface Numbered {
  readonly name: string
  readonly number?: string | null | undefined
}

/** A name behind its number, where it has one (INDEX-06). */
export const numberedName = ({ name, number }: Numbered): string => (number ? `${number} ${name}` : name)
