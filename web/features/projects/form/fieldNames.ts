import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { UNITS } from '../../../../shared/project/fields.ts'
import { NAMES, NOUNS, SECTIONS, sectionOf } from '../../../../shared/project/sections.ts'

export { NOUNS, SECTIONS, type SectionKey, sectionOf } from '../../../../shared/project/sections.ts'

/** Path of a field without the number of its row. */
const withoutRow = (path: string): string => path.replace(/\.\d+\./, '.')

const nounOf = (path: string): string => (NOUNS as Readonly<Record<string, string>>)[sectionOf(path)] ?? ''

/** What a field is called: "Rate", and for a list as a whole the section's name. */
export const labelOf = (path: string): string =>
  NAMES.get(withoutRow(path))?.label ?? SECTIONS[sectionOf(path)]

/** Where a field stands: "PPA Contracts, contract 1". */
export function locationOf(path: string): string {
  const section = sectionOf(path)
  const row = /\.(\d+)\./.exec(path)?.[1]
  return row === undefined ? SECTIONS[section] : `${SECTIONS[section]}, ${nounOf(path)} ${Number(row) + 1}`
}

/** A figure with the decimals that it has. */
const figureWords = (text: string): string =>
  formatNumber(Number(text), Math.min(8, text.split('.')[1]?.length ?? 0))

const isSet = (value: unknown): value is { id: string }[] =>
  Array.isArray(value) && value.every((row) => Object.keys(row).join() === 'id')

/** A value as people read it. @param nameOf the name behind an id, such as a model's */
export function wordsOf(path: string, value: unknown, nameOf: (id: string) => string | undefined): string {
  if (isSet(value)) return value.map(({ id }) => nameOf(id) ?? MISSING).join(', ') || MISSING
  if (Array.isArray(value)) return `${value.length} ${nounOf(path)}${value.length === 1 ? '' : 's'}`
  const text = String(value)
  if (text === '') return MISSING
  const field = NAMES.get(withoutRow(path))?.field
  if (field?.kind === 'yesNo') return text === 'true' ? 'Yes' : 'No'
  if (field?.kind === 'choice') return field.labels[text] ?? text
  if (field?.kind === 'day') return formatDate(text)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return nameOf(text) ?? text
  if (field?.kind === 'figure') {
    const { shown, prefix = '' }: { shown: string; prefix?: string } = UNITS[field.unit]
    return `${prefix}${figureWords(text)} ${shown}`
  }
  return path.endsWith('.count') ? figureWords(text) : (nameOf(text) ?? text)
}
