import IconButton from '@mui/material/IconButton'
import { IconFileText, IconFolder, IconX } from '@tabler/icons-react'
import { formatCount } from '../../../../shared/format/number.ts'
import { type ListPage, useWindowedList } from '../../../graphql/useWindowedList.ts'
import { type Column, EmptyState, MiddleEllipsis, Panel, Table, TitleRow } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LevelText } from './LevelText.tsx'
import { AccessDifferingDocument, type AccessDifferingQuery } from './operations.generated.ts'

type Entry = AccessDifferingQuery['accessDiffering']['items'][number]

const EntryHead = styled(TitleRow)(({ theme }) => ({
  alignItems: 'flex-start',
  flexWrap: 'nowrap',
  padding: '12px 16px',
  ...theme.typography.note,
  '& > div': { display: 'grid', gap: 4, minWidth: 0 },
  '& h3': { margin: 0, ...theme.typography.h4, color: theme.vars.palette.ink },
}))

const EntryCell = styled('span')(({ theme }) => ({
  display: 'grid',
  minWidth: 0,
  lineHeight: '18px',
  '& > :last-child': theme.typography.caption,
}))

const nameOf = ({ path }: Entry): string => path.slice(path.lastIndexOf('/') + 1)

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'name',
    header: 'Entry and level',
    flex: 1,
    cell: (row) => (
      <EntryCell title={row.path}>
        <MiddleEllipsis text={nameOf(row)} />
        <LevelText level={row.level} />
      </EntryCell>
    ),
  },
]

const pageOf = ({ accessDiffering: { count, items: rows } }: AccessDifferingQuery): ListPage<Entry> => ({
  count,
  rows,
})

interface DifferingPanelProps {
  asked: { treeId: string; folderId: string | null; groupId: string; at?: string }
  /** The group and the folder. */
  title: string
  /** Of the group on the folder. */
  level: string
  differing: number
  onClose: () => void
}

/** What a group had otherwise than on a folder, below it (PROOF-03). */
export function DifferingPanel({ asked, title, level, differing, onClose }: DifferingPanelProps) {
  const list = useWindowedList({ query: AccessDifferingDocument, variables: asked, pageOf, apart: true })
  return (
    <Panel>
      <EntryHead>
        <div>
          <span>{title}</span>
          <h3>{formatCount(differing, 'entry differs', 'entries differ')}</h3>
          <span>{level} on the folder</span>
        </div>
        <IconButton aria-label="Close" size="small" onClick={onClose}>
          <IconX size={16} />
        </IconButton>
      </EntryHead>
      <Table
        label={`What differs: ${title}`}
        columns={COLUMNS}
        rows={list.rows}
        getRowId={({ id }) => id}
        glyph={({ isFolder }) => (isFolder ? <IconFolder /> : <IconFileText />)}
        phoneRow={(row) => ({ title: row.path, facts: [row.level] })}
        virtual
        rowHeight={54}
        maxHeight={560}
        loading={list.waiting}
        empty={<EmptyState title="Nothing differs." />}
        onNeedRange={list.need}
        {...(list.error && { error: list.error })}
      />
    </Panel>
  )
}
