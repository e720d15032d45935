import { useOutletContext } from 'react-router'
import {
  adminAddress,
  companyAddress,
  newRecordAddress,
  portfolioAddress,
  recordAddress,
  recordsAddress,
} from '../../addresses.ts'
import { PageNotFound } from '../../graphql/errors.ts'
import type { BackOfficeKindsQuery, BackOfficeRecordPartsFragment } from './operations.generated.ts'

export type Kind = BackOfficeKindsQuery['backOfficeKinds'][number]
export type Field = Kind['fields'][number]
export type OfficeRecord = BackOfficeRecordPartsFragment
export type FieldValue = OfficeRecord['values'][number]

/** What the pages of the back office get of the frame that they stand in. */
export interface Office {
  readonly kinds: readonly Kind[]
  /** Reads the kinds again, whose counts have changed. */
  readonly refresh: () => Promise<unknown>
}

export const useOffice = (): Office => useOutletContext<Office>()

/** The kind of an address below /tagauks. @throws PageNotFound where there is none */
export function useKind(area: string | undefined, name: string | undefined): Kind {
  const kind = useOffice().kinds.find(({ path }) => path === `${area}/${name}`)
  if (!kind) throw new PageNotFound()
  return kind
}

export const listOf = ({ path }: Pick<Kind, 'path'>): string => recordsAddress(path)
export const formOf = ({ path }: Pick<Kind, 'path'>, id: string): string => recordAddress(path, id)
export const newOf = ({ path }: Pick<Kind, 'path'>): string => newRecordAddress(path)

/** Where a record has its page outside the back office, by the kinds that have one. */
const PAGES: Readonly<Record<string, (slug: string) => string>> = {
  portfolio: portfolioAddress,
  holdingcompany: companyAddress,
  organisation: adminAddress,
}

/** The page of a room, a company, or an organisation's Admin; null where there is none. */
export const pageOf = ({ name }: Kind, { values }: OfficeRecord): string | null => {
  const slug = values.find(({ field }) => field === 'slug')?.text
  return (slug && PAGES[name]?.(slug)) || null
}

/** Lists of what belongs to a record, as a portfolio's document trees: kinds that can be narrowed down by it. */
export const belongingTo = (kinds: readonly Kind[], { name }: Kind, { id }: OfficeRecord) =>
  kinds.flatMap((kind) => {
    const field = kind.fields.find((each) => each.filter && each.type === 'REFERENCE' && each.of === name)
    return field ? [{ key: kind.name, label: kind.many, to: `${listOf(kind)}?${field.name}=${id}` }] : []
  })

/** 'Users', 'Document labels': the kinds by the headings that they stand under, in the order of the server. */
export const sectionsOf = (kinds: readonly Kind[]): readonly (readonly [string, readonly Kind[]])[] => [
  ...Map.groupBy(kinds, ({ section }) => section),
]
