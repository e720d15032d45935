import { useOptionSearch } from '../../graphql/useOptionSearch.ts'
import { BackOfficeChoicesDocument, BackOfficeRecordsDocument } from './operations.generated.ts'

/** Finds records of a kind by their names, for what refers to them; with `filters` those alone that have these values. */
export const useRecordSearch = (kind: string, filters: { field: string; value: string }[] = []) =>
  useOptionSearch(BackOfficeChoicesDocument, { kind, filters }, ({ backOfficeRecords }) =>
    backOfficeRecords.records.map(({ id, label, detail }) => ({
      value: id,
      label,
      ...(detail !== null && { detail }),
    })),
  )

/** Finds organisations by their names, to go on with their addresses. */
export const useOrganisationSearch = () =>
  useOptionSearch(BackOfficeRecordsDocument, { kind: 'organisation', limit: 20 }, ({ backOfficeRecords }) =>
    backOfficeRecords.records.flatMap(({ label, values }) => {
      const slug = values.find(({ field }) => field === 'slug')?.text
      return slug ? [{ value: slug, label }] : []
    }),
  )
