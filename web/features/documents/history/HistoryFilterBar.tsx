import Button from '@mui/material/Button'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ACTIVITY_LABELS, ACTIVITY_TYPES } from '../../../../shared/activityTypes.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { FilterMenu, type FilterOption, MenuButton } from '../../../ui/index.ts'
import { startOf, TIME_RANGES } from '../frame/timeRanges.ts'
import { isFolder, type OpenDocument, usePlace } from '../place/place.ts'
import { FolderFilter } from './FolderFilter.tsx'
import { filtersOf, type HistoryFilters, isFiltered, NO_FILTERS, withFilters } from './historyFilters.ts'
import { HistoryFilterChoicesDocument } from './operations.generated.ts'
import type { HistoryAnswer } from './useHistory.ts'

const ACTIVITIES: readonly FilterOption[] = ACTIVITY_TYPES.map((value) => ({
  value,
  label: ACTIVITY_LABELS[value],
}))

const typeOption = (value: string): FilterOption => ({
  value,
  label: value === 'folder' ? 'Folders' : `.${value}`,
})

/** What the address narrows the history to, by folder, activity, file type, person, time and, for users admins, group (HIST-08, HIST-09). */
export function HistoryFilterBar({
  document,
  answer,
  stale,
}: {
  document: OpenDocument
  answer: HistoryAnswer | undefined
  /** The answer is to a question before. */
  stale: boolean
}) {
  const { tree } = usePlace()
  const [address, setAddress] = useSearchParams()
  const { data } = useReading(HistoryFilterChoicesDocument, {
    treeId: tree.id,
    withGroups: tree.canFilterHistoryByGroup,
  })
  const filters = filtersOf(address)
  const change = (filter: Partial<HistoryFilters>) =>
    setAddress((before) => withFilters(before, filter), { replace: true, preventScrollReset: true })
  const groups = (data?.userGroups ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const people = usePeopleSeen(answer)
  const folders = new Map(
    [...document.children, ...(answer?.ancestors ?? [])].map(({ id, name }) => [id, name]),
  )
  const chosen = (values: readonly string[], nameOf: (value: string) => string): FilterOption[] =>
    values.map((value) => ({ value, label: nameOf(value) }))
  return (
    <>
      {isFolder(document) && (
        <FolderFilter
          document={document}
          selected={chosen(filters.ancestorIds, (id) => folders.get(id) ?? (stale ? '…' : 'Deleted folder'))}
          onChange={(ancestorIds) => change({ ancestorIds })}
        />
      )}
      <FilterMenu
        label="Activity"
        options={ACTIVITIES.filter(
          ({ value }) =>
            // Of permissions those are told who change them, of redactions who may redact (REDACT-26).
            (value !== 'PERMISSION' || tree.canEditPermissions) && (value !== 'REDACTION' || tree.canRedact),
        )}
        selected={ACTIVITIES.filter(({ value }) => filters.activityTypes.some((type) => type === value))}
        onChange={(values) =>
          change({ activityTypes: ACTIVITY_TYPES.filter((type) => values.includes(type)) })
        }
      />
      {isFolder(document) && (
        <FilterMenu
          label="File type"
          options={(data?.documentTree?.fileTypes ?? []).map(typeOption)}
          selected={filters.fileTypes.map(typeOption)}
          onChange={(fileTypes) => change({ fileTypes })}
        />
      )}
      {tree.canFilterHistoryByGroup && (
        <FilterMenu
          label="User group"
          options={groups}
          selected={chosen(
            filters.userGroupIds,
            (id) => groups.find(({ value }) => value === id)?.label ?? '…',
          )}
          onChange={(userGroupIds) => change({ userGroupIds })}
        />
      )}
      <FilterMenu
        label="Person"
        options={people}
        selected={chosen(
          filters.userIds,
          (id) =>
            people.find(({ value }) => value === id)?.label ?? (stale ? '…' : 'Somebody without entries'),
        )}
        onChange={(userIds) => change({ userIds })}
        note="People with entries on the pages that were opened."
      />
      <MenuButton
        label={filters.since === null ? 'Time' : `Since ${formatDate(filters.since)}`}
        size="small"
        entries={TIME_RANGES.map((range) => ({
          key: range.label,
          label: range.label,
          selected: range.days === null && filters.since === null,
          onSelect: () => change({ since: startOf(range) }),
        }))}
      />
      {isFiltered(filters) && (
        <Button size="small" variant="text" onClick={() => change(NO_FILTERS)} sx={{ flex: 'none' }}>
          Clear filters
        </Button>
      )}
    </>
  )
}

/** Who did something in the pages that this history showed so far, by name: nobody's list of people is asked for it. */
function usePeopleSeen(answer: HistoryAnswer | undefined): readonly FilterOption[] {
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map())
  const unseen = (answer?.activity ?? []).filter(({ user }) => !seen.has(user.id))
  if (unseen.length > 0) {
    setSeen(new Map([...seen, ...unseen.map(({ user }) => [user.id, user.fullName] as const)]))
  }
  return [...seen].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}
