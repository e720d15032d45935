import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount, formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { type Column, EmptyState, MiddleEllipsis, Table, useToast } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LevelText } from './LevelText.tsx'
import { type AccessOfDocumentQuery, PeopleOfDocumentDocument } from './operations.generated.ts'
import { type AsksDocument, type SeeingPerson, sinceText, TITLE, useSeenBy } from './PeopleSeeing.tsx'

type Access = AccessOfDocumentQuery['accessOfDocument']
type Group = Access['groups'][number]

/** People of a group that are read together. */
const PORTION = 50

type Row =
  | { kind: 'group'; id: string; group: Group; isOpen: boolean }
  | { kind: 'person'; id: string; person: SeeingPerson }
  | { kind: 'more'; id: string; group: Group; count: number; offset: number }

const Name = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& small': theme.typography.note,
  '&[data-person]': { paddingLeft: 28 },
}))

const Toggle = styled('button')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontWeight: 600,
  color: 'inherit',
  cursor: 'pointer',
  '& > svg': { flex: 'none' },
})

const factsOf = (row: Row): { level: string; rule: string; since: string | null | undefined } | null => {
  if (row.kind === 'more') return null
  return row.kind === 'group' ? row.group : row.person
}
const nameOf = (row: Row): string => (row.kind === 'person' ? row.person.name : row.group.name)

interface GroupsSeeingProps {
  asked: AsksDocument
  access: Access
}

/** Groups by which a document could be seen, each to be opened with its people. */
export function GroupsSeeing({ asked, access }: GroupsSeeingProps) {
  const { groups, groupCount, knownSince } = access
  const client = useApolloClient()
  const toast = useToast()
  const [people, setPeople] = useState<ReadonlyMap<string, readonly SeeingPerson[]>>(new Map())
  const { ofGroup, ofPerson } = useSeenBy(asked.at)
  const read = async ({ id }: Group, offset: number) => {
    try {
      const { data } = await client.query({
        query: PeopleOfDocumentDocument,
        variables: { ...asked, groupId: id, limit: PORTION, offset },
        fetchPolicy: 'network-only',
      })
      const more = data?.accessOfDocument.items ?? []
      setPeople((before) => new Map(before).set(id, [...(before.get(id) ?? []).slice(0, offset), ...more]))
    } catch {
      toast.error('The people of this group could not be read. Please try again.')
    }
  }
  const toggle = (group: Group) => {
    if (!people.has(group.id)) return void read(group, 0)
    setPeople((before) => new Map([...before].filter(([id]) => id !== group.id)))
  }
  const rows = groups.flatMap((group): Row[] => {
    const open = people.get(group.id)
    const rest = group.people - (open?.length ?? 0)
    return [
      { kind: 'group', id: group.id, group, isOpen: open !== undefined },
      ...(open ?? []).map((person): Row => ({ kind: 'person', id: `${group.id}/${person.id}`, person })),
      ...(open && rest > 0
        ? [{ kind: 'more', id: `${group.id}/more`, group, count: rest, offset: open.length } as const]
        : []),
    ]
  })
  const columns: readonly Column<Row>[] = [
    {
      key: 'name',
      header: 'Group and person',
      flex: 1,
      cell: (row) => {
        if (row.kind === 'person') {
          return (
            <Name data-person="">
              <MiddleEllipsis text={row.person.name} />
            </Name>
          )
        }
        if (row.kind === 'more') {
          return (
            <Name data-person="">
              <Button size="small" onClick={() => void read(row.group, row.offset)}>
                {formatNumber(row.count)} more
              </Button>
            </Name>
          )
        }
        const { name, people: count } = row.group
        return (
          <Name>
            <Toggle type="button" aria-expanded={row.isOpen} onClick={() => toggle(row.group)}>
              {row.isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
              <MiddleEllipsis text={name} />
            </Toggle>
            <small>{formatCount(count, 'person', 'people')}</small>
          </Name>
        )
      },
    },
    {
      key: 'company',
      header: 'Company',
      width: 190,
      cell: (row) => (row.kind === 'person' ? <MiddleEllipsis text={row.person.company ?? MISSING} /> : null),
    },
    {
      key: 'level',
      header: 'Level',
      width: 170,
      cell: (row) => {
        const facts = factsOf(row)
        return facts && <LevelText level={facts.level} />
      },
    },
    {
      key: 'rule',
      header: 'By which rule',
      flex: 1,
      cell: (row) => <MiddleEllipsis text={factsOf(row)?.rule ?? ''} />,
    },
    {
      key: 'since',
      header: 'Since',
      width: 150,
      cell: (row) => {
        const facts = factsOf(row)
        return facts && sinceText(facts.since, knownSince)
      },
    },
  ]
  return (
    <Table
      label={TITLE}
      columns={columns}
      rows={rows}
      getRowId={({ id }) => id}
      rowHeight={36}
      rowMenu={(row) => {
        if (row.kind === 'more') return []
        return row.kind === 'group' ? [ofGroup(row.group.id, row.group.name)] : ofPerson(row.person)
      }}
      rowName={nameOf}
      phoneRow={(row) => {
        const facts = factsOf(row)
        if (row.kind === 'more') {
          const more = (
            <Button size="small" onClick={() => void read(row.group, row.offset)}>
              {formatNumber(row.count)} more
            </Button>
          )
          return { title: more, facts: [] }
        }
        return {
          title: nameOf(row),
          strong: row.kind === 'group',
          facts: [
            facts?.level,
            row.kind === 'group' ? formatCount(row.group.people, 'person', 'people') : facts?.rule,
          ],
        }
      }}
      onOpen={(row) => row.kind === 'group' && toggle(row.group)}
      empty={<EmptyState title="Nobody could see this." />}
      strip={
        <span role="status">
          {groupCount > groups.length
            ? `The first ${formatNumber(groups.length)} of ${formatNumber(groupCount)} groups`
            : formatCount(groupCount, 'group')}
        </span>
      }
    />
  )
}
