import { IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import {
  type Column,
  EmptyState,
  LedgerTiles,
  type MenuEntry,
  MiddleEllipsis,
  Table,
} from '../../../ui/index.ts'
import { NotAuthorizedScreen } from '../frame/RefusalScreens.tsx'
import { rootIdOf } from '../place/address.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { LevelText } from './LevelText.tsx'
import { AccessOfDocumentDocument, type AccessOfDocumentQuery } from './operations.generated.ts'
import { PrincipalPage } from './PrincipalPage.tsx'
import { ProofFrame, useMoment } from './ProofFrame.tsx'

type Person = AccessOfDocumentQuery['accessOfDocument']['items'][number]

const TITLE = 'Who could see this'
/** Rows of the first page, which come with the figures. */
const FIRST = 50

const groupsText = ({ groups }: Person): string => (groups.length === 0 ? MISSING : groups.join(', '))

const COLUMNS: readonly Column<Person>[] = [
  {
    key: 'name',
    header: 'Name',
    words: ({ name }) => name,
    cell: ({ name }) => <MiddleEllipsis text={name} />,
  },
  {
    key: 'groups',
    header: 'Groups',
    words: groupsText,
    maxWidth: 320,
    cell: (row) => <MiddleEllipsis text={groupsText(row)} />,
  },
  { key: 'level', header: 'Level', width: 190, cell: ({ level }) => <LevelText level={level} /> },
  { key: 'rule', header: 'By which rule', flex: 1, cell: ({ rule }) => <MiddleEllipsis text={rule} /> },
]
const phoneRow = (row: Person) => ({ title: row.name, facts: [row.level, row.rule] })
const pageOf = ({ accessOfDocument }: AccessOfDocumentQuery): ListPage<Person> => ({
  count: accessOfDocument.count,
  rows: accessOfDocument.items,
})

const TABLE = {
  label: TITLE,
  columns: COLUMNS,
  getRowId: ({ id }: Person): string => id,
  phoneRow,
  rowHeight: 36,
  empty: <EmptyState title="Nobody could see this." />,
} as const

/** Who could see a document at a moment (PROOF-01), or what somebody could see below it, as the address says (PROOF-02). */
export function AccessPage({ document }: { document: OpenDocument }) {
  const { tree } = usePlace()
  const [search] = useSearchParams()
  if (!tree.canEditPermissions) return <NotAuthorizedScreen />
  const [personId, groupId] = [search.get('person'), search.get('group')]
  if (personId !== null || groupId !== null) {
    return <PrincipalPage document={document} personId={personId} groupId={groupId} />
  }
  return <Access document={document} />
}

function Access({ document }: { document: OpenDocument }) {
  const at = useMoment()
  const asked = { documentId: document.id, ...(at !== null && { at }) }
  const { data, error, loading, refetch } = useReading(
    AccessOfDocumentDocument,
    { ...asked, limit: FIRST, offset: 0 },
    // Who sees it now is asked of now.
    { fetchPolicy: 'network-only' },
  )
  const access = data?.accessOfDocument
  return (
    <ProofFrame
      document={document}
      title={TITLE}
      knownSince={access?.knownSince}
      figures={
        access && (
          <LedgerTiles
            label="Levels"
            tiles={[
              { key: 'people', label: 'People', value: formatNumber(access.count) },
              ...access.levels.map(({ level, people }) => ({
                key: level,
                label: level,
                value: formatNumber(people),
              })),
            ]}
          />
        )
      }
    >
      {data ? (
        <People key={at} asked={asked} data={data} refetch={refetch} />
      ) : (
        <Table {...TABLE} rows={[]} loading={loading} {...(error && { error })} />
      )}
    </ProofFrame>
  )
}

interface PeopleProps {
  asked: { documentId: string; at?: string }
  /** The first page. */
  data: AccessOfDocumentQuery
  refetch: () => Promise<unknown>
}

function People({ asked, data, refetch }: PeopleProps) {
  const { tree, addresses } = usePlace()
  const list = useWindowedList({
    query: AccessOfDocumentDocument,
    variables: asked,
    pageOf,
    first: { page: pageOf(data), refetch },
    apart: true,
  })
  const to = (who: 'person' | 'group', id: string): string => {
    const at = asked.at === undefined ? '' : `&at=${encodeURIComponent(asked.at)}`
    return `${addresses.toView(rootIdOf(tree.id), 'access')}&${who}=${id}${at}`
  }
  const rowMenu = (row: Person): MenuEntry[] => [
    { key: 'person', label: `What ${row.name} could see`, icon: <IconUser />, to: to('person', row.id) },
    ...row.groupIds.map((id, at) => ({
      key: id,
      label: `What ${row.groups[at]} could see`,
      icon: <IconUsersGroup />,
      to: to('group', id),
    })),
  ]
  return (
    <Table
      {...TABLE}
      rows={list.rows}
      virtual
      rowMenu={rowMenu}
      rowName={({ name }) => name}
      onNeedRange={list.need}
      {...(list.error && { error: list.error })}
    />
  )
}
