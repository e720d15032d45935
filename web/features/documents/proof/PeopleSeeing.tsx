import { IconUser, IconUsersGroup } from '@tabler/icons-react'
import { MISSING } from '../../../../shared/format/number.ts'
import { formatDate, formatDateTime } from '../../../../shared/format/time.ts'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import { type Column, EmptyState, type MenuEntry, MiddleEllipsis, Table } from '../../../ui/index.ts'
import { rootIdOf } from '../place/address.ts'
import { usePlace } from '../place/place.ts'
import { LevelText } from './LevelText.tsx'
import { PeopleOfDocumentDocument, type PeopleOfDocumentQuery } from './operations.generated.ts'

export const TITLE = 'Who could see this'

export type SeeingPerson = PeopleOfDocumentQuery['accessOfDocument']['items'][number]

/** What is asked about: a document, and a moment unless it is now. */
export interface AsksDocument {
  documentId: string
  at?: string
}

/** Since when nothing of it had changed, in words. */
export const sinceText = (since: string | null | undefined, knownSince: string): string =>
  since ? formatDateTime(since) : `Before ${formatDate(knownSince)}`

const groupsText = ({ groups }: SeeingPerson): string => (groups.length === 0 ? MISSING : groups.join(', '))

const columnsOf = (knownSince: string): readonly Column<SeeingPerson>[] => [
  {
    key: 'name',
    header: 'Name',
    words: ({ name }) => name,
    cell: ({ name }) => <MiddleEllipsis text={name} />,
  },
  {
    key: 'company',
    header: 'Company',
    words: ({ company }) => company ?? MISSING,
    maxWidth: 220,
    cell: ({ company }) => <MiddleEllipsis text={company ?? MISSING} />,
  },
  {
    key: 'groups',
    header: 'Groups',
    words: groupsText,
    maxWidth: 260,
    cell: (row) => <MiddleEllipsis text={groupsText(row)} />,
  },
  { key: 'level', header: 'Level', width: 170, cell: ({ level }) => <LevelText level={level} /> },
  { key: 'rule', header: 'By which rule', flex: 1, cell: ({ rule }) => <MiddleEllipsis text={rule} /> },
  { key: 'since', header: 'Since', width: 150, cell: ({ since }) => sinceText(since, knownSince) },
]

const pageOf = ({ accessOfDocument }: PeopleOfDocumentQuery): ListPage<SeeingPerson> => ({
  count: accessOfDocument.found,
  rows: accessOfDocument.items,
})

/** The ways from a person, and from groups, to what they could see at the same moment (PROOF-02). */
export function useSeenBy(at: string | undefined) {
  const { tree, addresses } = usePlace()
  const to = (who: 'person' | 'group', id: string): string => {
    const moment = at === undefined ? '' : `&at=${encodeURIComponent(at)}`
    return `${addresses.toView(rootIdOf(tree.id), 'access')}&${who}=${id}${moment}`
  }
  const ofGroup = (id: string, name: string): MenuEntry => ({
    key: id,
    label: `What ${name} could see`,
    icon: <IconUsersGroup />,
    to: to('group', id),
  })
  const ofPerson = ({ id, name, groupIds, groups }: SeeingPerson): MenuEntry[] => [
    { key: 'person', label: `What ${name} could see`, icon: <IconUser />, to: to('person', id) },
    ...groupIds.map((groupId, index) => ofGroup(groupId, groups[index] ?? '')),
  ]
  return { ofGroup, ofPerson }
}

interface PeopleSeeingProps {
  asked: AsksDocument & { search?: string }
  knownSince: string
}

/** People who could see a document, by name. */
export function PeopleSeeing({ asked, knownSince }: PeopleSeeingProps) {
  const list = useWindowedList({ query: PeopleOfDocumentDocument, variables: asked, pageOf, apart: true })
  const { ofPerson } = useSeenBy(asked.at)
  return (
    <Table
      label={TITLE}
      columns={columnsOf(knownSince)}
      rows={list.rows}
      getRowId={({ id }) => id}
      virtual
      rowHeight={36}
      rowMenu={ofPerson}
      rowName={({ name }) => name}
      phoneRow={(row) => ({ title: row.name, facts: [row.level, row.rule] })}
      loading={list.waiting}
      empty={<EmptyState title={asked.search ? 'Nobody is found.' : 'Nobody could see this.'} />}
      onNeedRange={list.need}
      {...(list.error && { error: list.error })}
    />
  )
}
