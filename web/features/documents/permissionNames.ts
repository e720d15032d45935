import type { Row } from './place.ts'

const LONGEST = 25
const SHORTENED = 20
const SHOWN = 2

/** A principal's name as a chip shows it: over 25 characters, the first 20 and an ellipsis (PERM-07). */
export function shortPrincipal(name: string): string {
  const characters = [...name]
  return characters.length > LONGEST ? `${characters.slice(0, SHORTENED).join('').trimEnd()}…` : name
}

/** Names of those who may see a document, in the order of the tree's principals. */
export const permittedNames = ({ permissions }: Pick<Row, 'permissions'>): string[] =>
  permissions.filter(({ permissible }) => permissible).map(({ principal }) => principal.name)

/** The names that show, two at most, and those that '+N' stands for (PERM-07). */
export function foldNames(names: readonly string[]): { shown: readonly string[]; folded: readonly string[] } {
  return { shown: names.slice(0, SHOWN), folded: names.slice(SHOWN) }
}
