import Button from '@mui/material/Button'
import { IconFileSpreadsheet, IconFileText, IconFolder } from '@tabler/icons-react'
import { formatCount } from '../../../../shared/format/number.ts'
import { accessExport } from '../../../addresses.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import { type Column, EmptyState, MiddleEllipsis, Table } from '../../../ui/index.ts'
import { rootIdOf } from '../place/address.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { LevelText } from './LevelText.tsx'
import { MomentForm } from './MomentForm.tsx'
import { AccessOfPrincipalDocument, type AccessOfPrincipalQuery } from './operations.generated.ts'
import { ProofFrame, useChooseMoment, useMoment } from './ProofFrame.tsx'

type Entry = AccessOfPrincipalQuery['accessOfPrincipal']['items'][number]

/** Rows of the first page, which come with the name. */
const FIRST = 50

const COLUMNS: readonly Column<Entry>[] = [
  { key: 'path', header: 'Path', flex: 1, cell: ({ path }) => <MiddleEllipsis text={path} /> },
  { key: 'level', header: 'Level', width: 200, cell: ({ level }) => <LevelText level={level} /> },
]
const TABLE = {
  label: 'What they could see',
  columns: COLUMNS,
  getRowId: ({ id }: Entry): string => id,
  glyph: ({ isFolder }: Entry) => (isFolder ? <IconFolder /> : <IconFileText />),
  phoneRow: ({ path, level }: Entry) => ({ title: path, facts: [level] }),
  rowHeight: 36,
  empty: <EmptyState title="They could see nothing here." />,
} as const

const pageOf = ({ accessOfPrincipal }: AccessOfPrincipalQuery): ListPage<Entry> => ({
  count: accessOfPrincipal.count,
  rows: accessOfPrincipal.items,
})

interface PrincipalPageProps {
  document: OpenDocument
  personId: string | null
  groupId: string | null
}

/** What a person or a group could see at a moment, below a folder or in all of the tree (PROOF-02). */
export function PrincipalPage({ document, personId, groupId }: PrincipalPageProps) {
  const { tree } = usePlace()
  const at = useMoment()
  const choose = useChooseMoment()
  const asked = {
    treeId: tree.id,
    ...(personId !== null ? { personId } : { groupId }),
    ...(document.id !== rootIdOf(tree.id) && { folderId: document.id }),
    ...(at !== null && { at }),
  }
  const { data, error, loading, refetch } = useReading(
    AccessOfPrincipalDocument,
    { ...asked, limit: FIRST, offset: 0 },
    { fetchPolicy: 'network-only' },
  )
  const access = data?.accessOfPrincipal
  const { treeId, ...filter } = asked
  const address = accessExport(treeId, 'spreadsheet', filter)
  return (
    <ProofFrame
      document={document}
      view="principal"
      choice={<MomentForm key={at} at={at} onChoose={choose} />}
      title={access?.name ? `What ${access.name} could see` : 'What they could see'}
      knownSince={access?.knownSince}
      tools={
        <Button href={address} target="_blank" rel="noopener" startIcon={<IconFileSpreadsheet />}>
          .xlsx
        </Button>
      }
    >
      {data ? (
        <Entries key={JSON.stringify(asked)} asked={asked} data={data} refetch={refetch} />
      ) : (
        <Table {...TABLE} rows={[]} loading={loading} {...(error && { error })} />
      )}
    </ProofFrame>
  )
}

interface EntriesProps {
  asked: { treeId: string; personId?: string; groupId?: string | null; folderId?: string; at?: string }
  /** The first page. */
  data: AccessOfPrincipalQuery
  refetch: () => Promise<unknown>
}

function Entries({ asked, data, refetch }: EntriesProps) {
  const list = useWindowedList({
    query: AccessOfPrincipalDocument,
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
      strip={<span role="status">{formatCount(list.rows.length, 'entry', 'entries')}</span>}
      {...(list.error && { error: list.error })}
    />
  )
}
