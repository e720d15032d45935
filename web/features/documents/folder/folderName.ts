import { normaliseName } from '../../../../shared/documentNames.ts'
import type { Row } from '../place/place.ts'

type Named = Pick<Row, 'name'>

const fold = (name: string): string => name.normalize('NFC').trim().toLowerCase()

/** Whether one of the entries has the name already, whatever its case (DOP-02). */
export const isTaken = (name: string, entries: readonly (Named | undefined)[]): boolean =>
  entries.some((entry) => entry !== undefined && fold(entry.name) === fold(name))

/** DOP-02 */
export const takenText = (name: string): string => `Folder ${name.trim()} already exists!`

/**
 * What is wrong with the name of a new folder beside these entries, in words for its field; undefined when
 * nothing is. Entries that are not loaded are the server's to compare (DOP-01, DOP-02).
 */
export function folderNameProblem(name: string, entries: readonly (Named | undefined)[]): string | undefined {
  if (name.trim() === '') return 'A folder name must not be empty.'
  if (isTaken(name, entries)) return takenText(name)
  const check = normaliseName(name)
  return check.ok ? undefined : check.reason
}
