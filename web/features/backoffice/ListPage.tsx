import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link as RouterLink, useLocation, useNavigate, useParams } from 'react-router'
import { withinSentence } from '../../../shared/format/withinSentence.ts'
import { recordsExport } from '../../addresses.ts'
import { usePagedList } from '../../graphql/usePagedList.ts'
import {
  type Column,
  Link,
  ListTools,
  MiddleEllipsis,
  PagedTable,
  SearchField,
  useListState,
  usePageTitle,
} from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { EquipmentImport, IMPORTED } from './EquipmentImport.tsx'
import { type Field, formOf, type Kind, newOf, type OfficeRecord, useKind, useOffice } from './kinds.ts'
import { ListFilters } from './ListFilters.tsx'
import { BackOfficeRecordsDocument } from './operations.generated.ts'
import { cellOf, textOf, valueIn } from './values.tsx'

const Heading = styled('div')(({ theme }) => ({
  marginBottom: 12,
  '& > h2': { margin: 0, ...theme.typography.h3 },
  '& > p': { margin: '2px 0 0', color: theme.vars.palette.ink2, maxWidth: 680 },
}))

/** The records of a kind: searched, filtered, sorted and paged (BO-03). */
export function ListPage() {
  const { area, kind: name } = useParams()
  const kind = useKind(area, name)
  usePageTitle(kind.many)
  // The state of one list is none of another's.
  return <RecordList key={kind.name} kind={kind} />
}

function shapeOf(kind: Kind) {
  const closed = kind.fields.filter((field) => field.filter && field.type !== 'REFERENCE')
  return {
    filters: Object.fromEntries(
      closed.map((field): [string, [string, ...string[]]] => [
        field.name,
        ['ALL', ...(field.type === 'FLAG' ? ['true', 'false'] : field.options.map(({ value }) => value))],
      ]),
    ),
    ids: kind.fields.filter((field) => field.filter && field.type === 'REFERENCE').map((field) => field.name),
    sorts: kind.fields.filter((field) => field.sortable).map((field) => field.name),
    sort: {
      key: kind.sort.replace(/^-/, ''),
      direction: kind.sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
    },
    perPage: 50,
  }
}

/** By what a record is called in its list. The label of one that is closed by its deletion says whether it is. */
const titleOf = (kind: Kind, record: OfficeRecord, first: Field | undefined): string =>
  (kind.closing === null && first && textOf(first, valueIn(record, first))) || record.label

/** The first column names the record and opens it. */
const columnsOf = (kind: Kind): readonly Column<OfficeRecord>[] => {
  const listed = kind.fields.filter((field) => field.listed)
  return listed.map((field, index) => ({
    key: field.name,
    header: field.label,
    sortable: field.sortable,
    ...widthOf(field),
    ...(index > 2 && { shownFrom: 'lg' as const }),
    cell: (record) =>
      index === 0 ? (
        <Link
          to={formOf(kind, record.id)}
          color="inherit"
          underline="hover"
          sx={{ fontWeight: 500, minWidth: 0 }}
        >
          <MiddleEllipsis text={titleOf(kind, record, field)} />
        </Link>
      ) : (
        cellOf(field, valueIn(record, field))
      ),
  }))
}

/** Of a phone's row: the first two that there are, and what the list is sorted by. A flag is said where it is set. */
function factsOf(fields: readonly Field[], record: OfficeRecord, sortedBy: string): ReactNode[] {
  const known = fields.filter((field) => {
    const value = valueIn(record, field)
    return field.type === 'FLAG' ? value?.flag === true : textOf(field, value) !== ''
  })
  const told = known.filter((field, index) => index < 2 || field.name === sortedBy)
  return told.map((field) => (field.type === 'FLAG' ? field.label : cellOf(field, valueIn(record, field))))
}

/** The list as a spreadsheet: searched, filtered and sorted as it is in view. */
const exportOf = (kind: Kind, search: string) => recordsExport(kind.name, search)

const widthOf = ({ type }: Field) => {
  if (type === 'FLAG') return { width: 104 }
  if (type === 'MOMENT') return { width: 132 }
  if (type === 'NUMBER' || type === 'YEAR') return { width: 120, align: 'right' as const }
  return { flex: 1 }
}

function RecordList({ kind }: { kind: Kind }) {
  const navigate = useNavigate()
  const shape = useMemo(() => shapeOf(kind), [kind])
  const list = useListState(shape)
  const columns = useMemo(() => columnsOf(kind), [kind])
  const filters = [
    ...Object.entries(list.filters).filter(([, value]) => value !== 'ALL'),
    ...Object.entries(list.ids).filter(([, id]) => id !== ''),
  ].map(([field, value]) => ({ field, value }))
  const { search: pathSearch } = useLocation()
  const [importing, setImporting] = useState(false)
  const { refresh } = useOffice()
  // A row of a list is no whole record: long texts are cut in it.
  const page = usePagedList(
    BackOfficeRecordsDocument,
    list,
    (variables) => ({ kind: kind.name, filters, ...variables }),
    {
      pageOf: ({ backOfficeRecords: { count, records: rows } }) => ({ count, rows }),
      fetchPolicy: 'no-cache',
      isPolled: false,
    },
  )
  const [first, ...others] = kind.fields.filter((field) => field.listed)
  const isNarrowed = list.term !== '' || filters.length > 0
  return (
    <>
      <Heading>
        <h2>{kind.many}</h2>
        {kind.about !== null && <p>{kind.about}</p>}
      </Heading>
      <ListTools>
        <ListFilters kind={kind} list={list} />
        <div data-end="">
          <SearchField label={`Search ${withinSentence(kind)}`} value={list.text} onChange={list.setText} />
          <Button component="a" href={exportOf(kind, pathSearch)} variant="outlined" download>
            Export
          </Button>
          {IMPORTED.has(kind.name) && (
            <Button variant="outlined" onClick={() => setImporting(true)}>
              Import
            </Button>
          )}
          {kind.canCreate && (
            <Button component={RouterLink} to={newOf(kind)} variant="contained" startIcon={<IconPlus />}>
              {`Add ${kind.one}`}
            </Button>
          )}
        </div>
      </ListTools>
      <PagedTable
        label={kind.many}
        list={list}
        page={page}
        noun={withinSentence(kind)}
        columns={columns}
        getRowId={({ id }) => id}
        rowHeight={36}
        onOpen={({ id }) => void navigate(formOf(kind, id))}
        phoneRow={(record) => ({
          title: titleOf(kind, record, first),
          facts: factsOf(others, record, list.sort.key),
        })}
        empty={{ title: isNarrowed ? 'Nothing matches' : `No ${withinSentence(kind)} yet` }}
      />
      {importing && (
        <EquipmentImport
          onClose={() => setImporting(false)}
          onDone={() => Promise.all([page.refetch(), refresh()])}
        />
      )}
    </>
  )
}
