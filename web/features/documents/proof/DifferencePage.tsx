import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { MISSING } from '../../../../shared/format/number.ts'
import { formatDateTime, momentOfField } from '../../../../shared/format/time.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import {
  type Column,
  ComboField,
  EmptyState,
  Form,
  MiddleEllipsis,
  SubmitButton,
  Table,
  TextField,
} from '../../../ui/index.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { momentIn } from '../staging/moments.ts'
import { Fields, OPTIONS, OWN } from './MomentForm.tsx'
import { AccessDifferenceDocument, type AccessDifferenceQuery } from './operations.generated.ts'
import { ProofFrame } from './ProofFrame.tsx'

type Change = AccessDifferenceQuery['accessDifference']['items'][number] & { id: string }

const TITLE = 'What changed'
const ALL = 'All of it'
/** Rows of the first page, which come with how far the record goes back. */
const FIRST = 50
/** Names of a change that are said. */
const MAX_NAMES = 3

function namesText({ names, count }: Change['principals'][number]): string {
  const more = count - MAX_NAMES
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}
const principalsText = ({ principals }: Change): string =>
  principals.length === 0
    ? MISSING
    : principals.map((each) => `${namesText(each)}: ${each.former} → ${each.level}`).join('; ')

const COLUMNS: readonly Column<Change>[] = [
  { key: 'at', header: 'When', width: 150, cell: ({ at }) => formatDateTime(at) },
  {
    key: 'what',
    header: 'Change',
    words: ({ what }) => what,
    cell: ({ what }) => <MiddleEllipsis text={what} />,
  },
  {
    key: 'path',
    header: 'What it is about',
    flex: 1,
    cell: ({ path }) => <MiddleEllipsis text={path || ALL} />,
  },
  {
    key: 'principals',
    header: 'To whom, from and to',
    flex: 1.4,
    cell: (row) => <span title={principalsText(row)}>{principalsText(row)}</span>,
  },
  { key: 'by', header: 'By', width: 160, cell: ({ by }) => <MiddleEllipsis text={by ?? MISSING} /> },
]

const pageOf = ({ accessDifference: { count, items } }: AccessDifferenceQuery): ListPage<Change> => ({
  count,
  // A change has no id of its own; those of a page stay as they are, since both moments are past.
  rows: items.map((item) => ({ ...item, id: JSON.stringify(item) })),
})

const TABLE = {
  label: TITLE,
  columns: COLUMNS,
  getRowId: ({ id }: Change): string => id,
  rowHeight: 36,
  phoneRow: (row: Change) => ({
    title: row.path || ALL,
    facts: [row.what, principalsText(row), row.by ?? MISSING],
  }),
  empty: <EmptyState title="Nothing changed between these moments." />,
} as const

/** What became visible or hidden between two moments, and to whom (PROOF-04). */
export function DifferencePage({ document }: { document: OpenDocument }) {
  const { tree } = usePlace()
  const [search, setSearch] = useSearchParams()
  const [from, to] = [search.get('from'), search.get('to')]
  const asked = { treeId: tree.id, ...(from !== null && { from }), ...(to !== null && { to }) }
  const { data, error, loading, refetch } = useReading(
    AccessDifferenceDocument,
    { ...asked, limit: FIRST, offset: 0 },
    { fetchPolicy: 'network-only' },
  )
  const choose = (moments: Moments) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [name, moment] of Object.entries(moments)) {
        if (moment === null) next.delete(name)
        else next.set(name, moment)
      }
      return next
    })
  return (
    <ProofFrame
      document={document}
      view="difference"
      title={TITLE}
      knownSince={data?.accessDifference.knownSince}
      choice={<Interval from={from} to={to} onChoose={choose} />}
    >
      {data ? (
        <ChangesBetween key={JSON.stringify(asked)} asked={asked} data={data} refetch={refetch} />
      ) : (
        <Table {...TABLE} rows={[]} loading={loading} {...(error && { error })} />
      )}
    </ProofFrame>
  )
}

interface ChangesBetweenProps {
  asked: { treeId: string; from?: string; to?: string }
  /** The first page. */
  data: AccessDifferenceQuery
  refetch: () => Promise<unknown>
}

function ChangesBetween({ asked, data, refetch }: ChangesBetweenProps) {
  const list = useWindowedList({
    query: AccessDifferenceDocument,
    variables: asked,
    pageOf,
    first: { page: pageOf(data), refetch },
    apart: true,
  })
  return (
    <Table
      {...TABLE}
      rows={list.rows}
      virtual
      onNeedRange={list.need}
      {...(list.error && { error: list.error })}
    />
  )
}

interface Moments {
  /** Null for the beginning of the record. */
  from: string | null
  /** Null for now. */
  to: string | null
}

const fieldOf = (moment: string | null): string => (moment === null ? '' : momentOfField(moment))

function Interval({ from, to, onChoose }: Moments & { onChoose: (moments: Moments) => void }) {
  const form = useForm({ defaultValues: { from: fieldOf(from), to: fieldOf(to), zone: OWN } })
  const submit = async (values: { from: string; to: string; zone: string }) => {
    onChoose({ from: momentIn(values.zone, values.from), to: momentIn(values.zone, values.to) })
    return undefined
  }
  return (
    <Form form={form} onSubmit={submit} label="Moments" disposable>
      <Fields data-two="">
        <TextField name="from" label="From (all, if empty)" type="datetime-local" autoComplete="off" />
        <TextField name="to" label="To (now, if empty)" type="datetime-local" autoComplete="off" />
        <ComboField name="zone" label="Time zone" options={OPTIONS} />
        <SubmitButton>Show</SubmitButton>
      </Fields>
    </Form>
  )
}
