import Button from '@mui/material/Button'
import { useSearchParams } from 'react-router'
import { useReading } from '../../../graphql/useReading.ts'
import { Actions, FilterMenu, type FilterOption } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { DocumentLabelsDocument } from '../labels/operations.generated.ts'
import { usePlace } from '../place/place.ts'
import { type ContentFilters, contentFiltersOf, isNarrowed, withContentFilters } from './contentFilters.ts'
import { SearchFilterChoicesDocument } from './operations.generated.ts'

const Filters = styled(Actions)(({ theme }) => ({
  padding: '8px 14px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > span': { marginLeft: 'auto', ...theme.typography.note },
}))

const Days = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  margin: '0 !important',
  color: theme.vars.palette.ink3,
  ...theme.typography.body1,
  '& input': {
    height: 28,
    padding: '0 6px',
    border: `1px solid ${theme.vars.palette.lineStrong}`,
    borderRadius: 6,
    font: 'inherit',
    color: theme.vars.palette.ink,
    colorScheme: 'light dark',
    backgroundColor: theme.vars.palette.surface,
  },
  '& input[data-set]': { borderColor: theme.vars.palette.accent.main },
  // Both days stand in one row of a phone.
  [theme.breakpoints.down('md')]: { width: '100%', '& input': { flex: 1, minWidth: 0 } },
}))

const labelOption = (value: string): FilterOption => ({ value, label: value })
const kindOption = (value: string): FilterOption => ({ value, label: `.${value}` })

interface ContentFilterBarProps {
  found: string
  /** Who uploaded what was found. */
  uploaders: readonly { readonly id: string; readonly fullName: string }[]
}

/** What the address narrows a search in contents to (FIND-09), and what was found. */
export function ContentFilterBar({ found, uploaders }: ContentFilterBarProps) {
  const { tree } = usePlace()
  const [address, setAddress] = useSearchParams()
  const { data } = useReading(SearchFilterChoicesDocument, { treeId: tree.id })
  const { documentLabels: withLabels } = tree.org.featureFlags
  const labels = useReading(DocumentLabelsDocument, { orgSlug: tree.org.slug }, { skip: !withLabels })
  const filters = contentFiltersOf(address)
  const change = (filter: Partial<ContentFilters>) =>
    setAddress((before) => withContentFilters(before, filter), { replace: true, preventScrollReset: true })
  const kinds = (data?.documentTree?.fileTypes ?? []).filter((type) => type !== 'folder').map(kindOption)
  const people = uploaders.map(({ id, fullName }): FilterOption => ({ value: id, label: fullName }))
  const chosen = people.find(({ value }) => value === filters.by) ?? {
    value: filters.by,
    label: 'One person',
  }
  const day = (name: 'from' | 'to', label: string) => (
    <input
      type="date"
      aria-label={label}
      value={filters[name]}
      data-set={filters[name] === '' ? undefined : ''}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  return (
    <Filters>
      <FilterMenu
        label="Kind"
        options={kinds}
        selected={filters.kinds.map(kindOption)}
        onChange={(chosen) => change({ kinds: chosen })}
      />
      {withLabels && (
        <FilterMenu
          label="Label"
          options={(labels.data?.documentLabels ?? []).map(({ label }) => labelOption(label))}
          selected={filters.labels.map(labelOption)}
          onChange={(chosen) => change({ labels: chosen })}
        />
      )}
      {tree.canViewDocumentsHistory && (
        <FilterMenu
          label="Person"
          options={people}
          selected={filters.by === '' ? [] : [chosen]}
          // One at a time, the last one chosen.
          onChange={(ids) => change({ by: ids.at(-1) ?? '' })}
        />
      )}
      <Button
        size="small"
        variant="outlined"
        aria-pressed={filters.newOnly}
        color={filters.newOnly ? 'primary' : 'inherit'}
        onClick={() => change({ newOnly: !filters.newOnly })}
      >
        New since my last visit
      </Button>
      <Days>
        Uploaded {day('from', 'Uploaded from')} to {day('to', 'Uploaded to')}
      </Days>
      {isNarrowed(filters) && (
        <Button
          size="small"
          variant="text"
          onClick={() => change({ kinds: [], labels: [], from: '', to: '', by: '', newOnly: false })}
        >
          Clear filters
        </Button>
      )}
      <span role="status">{found}</span>
    </Filters>
  )
}
