import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { IconChevronDown, IconChevronRight, IconFileSpreadsheet, IconFolder } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { LEVEL_NAMES } from '../../../../shared/levelNames.ts'
import { accessExport } from '../../../addresses.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  type Cell,
  CellGrid,
  type CellProps,
  EmptyState,
  ErrorState,
  FilterMenu,
  ListFoot,
  Loading,
  MiddleEllipsis,
  Note,
  Panel,
  SkeletonLines,
  useToast,
} from '../../../ui/index.ts'
import { cssVars } from '../../../ui/theme/cssVars.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { useBreakpoint } from '../../../ui/theme/useBreakpoint.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { DifferingPanel } from './DifferingPanel.tsx'
import { LevelText } from './LevelText.tsx'
import { MomentForm } from './MomentForm.tsx'
import { AccessMatrixDocument, type AccessMatrixQuery } from './operations.generated.ts'
import { ProofFrame, useChooseMoment, useMoment } from './ProofFrame.tsx'

type Matrix = AccessMatrixQuery['accessMatrix']
type Folder = Matrix['rows'][number]

const TITLE = 'Groups by folders'
/** Px. */
const ROW = 40
const HEAD = 52
const WIDTH = 150
const FOLDERS = { wide: 290, phone: 170 }
const FIRST_SIZE = { width: 1200, height: 600 }

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 14,
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: {
    '&[data-beside]': { gridTemplateColumns: 'minmax(0, 1fr) 300px' },
  },
}))

const Grid = styled('div')({ display: 'flex', height: 'max(320px, calc(100vh - 330px))', minHeight: 0 })

const Legend = styled(Note)(({ theme }) => ({
  padding: '10px 16px',
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

const FolderHead = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  height: ROW - 1,
  paddingLeft: 'calc(var(--depth) * 18px)',
  fontWeight: 600,
  '& > svg': { flex: 'none', color: theme.vars.palette.ink3 },
}))

const GroupHead = styled('span')(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  height: HEAD - 1,
  fontWeight: 600,
  lineHeight: '16px',
  '& > small': theme.typography.note,
}))

const Level = styled('span')(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  height: ROW - 1,
  ...theme.typography.caption,
  lineHeight: '15px',
  '& > b': { paddingLeft: 30, fontWeight: 500, color: theme.vars.palette.warning.text },
}))

/** The groups that have columns. */
function groupsOf({ groups, shownIds }: Matrix): Matrix['groups'] {
  const byId = new Map(groups.map((group) => [group.id, group]))
  return shownIds.flatMap((id) => byId.get(id) ?? [])
}

/** A folder in the order of the rows, with how deep it lies. */
interface Row {
  folder: Folder
  depth: number
  isOpen: boolean
}

/** Rows of folders under those that are open. */
function rowsOf(
  folders: readonly Folder[],
  inside: ReadonlyMap<string, readonly Folder[]>,
  depth: number,
): Row[] {
  return folders.flatMap((folder) => {
    const below = inside.get(folder.id)
    return [
      { folder, depth, isOpen: below !== undefined },
      ...(below ? rowsOf(below, inside, depth + 1) : []),
    ]
  })
}

/** Groups by folders at a moment: levels, and how many entries below differ (PROOF-03). */
export function MatrixPage({ document }: { document: OpenDocument }) {
  const { tree } = usePlace()
  const at = useMoment()
  const choose = useChooseMoment()
  const [groupIds, setGroupIds] = useState<string[]>()
  const asked = { treeId: tree.id, ...(at !== null && { at }), ...(groupIds && { groupIds }) }
  const { data, error, loading, refetch } = useReading(AccessMatrixDocument, asked, {
    fetchPolicy: 'network-only',
    keep: true,
  })
  const matrix = data?.accessMatrix
  const groups = matrix ? groupsOf(matrix) : []
  return (
    <ProofFrame
      document={document}
      view="matrix"
      title={TITLE}
      knownSince={matrix?.knownSince}
      choice={<MomentForm key={at} at={at} onChoose={choose} />}
      figures={
        matrix && (
          <ListFoot>
            <span role="status">
              {formatNumber(groups.length)} of {formatCount(matrix.groups.length, 'group')}
            </span>
            <FilterMenu
              label="Groups"
              find="Find a group"
              options={matrix.groups.map(({ id, name, members }) => ({
                value: id,
                label: name,
                count: members,
              }))}
              selected={groups.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(ids) => setGroupIds(ids.length > 0 ? ids : undefined)}
            />
          </ListFoot>
        )
      }
      tools={
        <Button
          href={accessExport(tree.id, 'matrix', { at })}
          target="_blank"
          rel="noopener"
          startIcon={<IconFileSpreadsheet />}
        >
          .xlsx
        </Button>
      }
    >
      {!matrix ? (
        error ? (
          <ErrorState {...error} onRetry={() => void refetch()} />
        ) : (
          <Loading active={loading} skeleton={<SkeletonLines count={8} />} />
        )
      ) : matrix.groups.length === 0 ? (
        <EmptyState title="No groups but those of admins could see this room." />
      ) : (
        <Folders key={JSON.stringify([at, matrix.shownIds])} asked={asked} matrix={matrix} />
      )}
    </ProofFrame>
  )
}

interface FoldersProps {
  asked: { treeId: string; at?: string; groupIds?: string[] }
  matrix: Matrix
}

function Folders({ asked, matrix }: FoldersProps) {
  const client = useApolloClient()
  const toast = useToast()
  const wide = useBreakpoint('md')
  const [inside, setInside] = useState<ReadonlyMap<string, readonly Folder[]>>(new Map())
  const [current, setCurrent] = useState<Cell>({ row: 0, column: 0 })
  const [opened, setOpened] = useState<Cell>()
  const groups = groupsOf(matrix)
  const [root, ...folders] = matrix.rows
  const rows = [...(root ? [{ folder: root, depth: 0, isOpen: true }] : []), ...rowsOf(folders, inside, 1)]
  const toggle = async ({ folder, isOpen, depth }: Row) => {
    if (!folder.hasFolders || depth === 0) return
    // What is shown beside the grid is of a row whose place would change.
    setOpened(undefined)
    if (isOpen) return setInside((before) => new Map([...before].filter(([id]) => id !== folder.id)))
    try {
      const { data } = await client.query({
        query: AccessMatrixDocument,
        variables: { ...asked, groupIds: groups.map(({ id }) => id), folderId: folder.id },
        fetchPolicy: 'network-only',
      })
      setInside((before) => new Map(before).set(folder.id, data?.accessMatrix.rows ?? []))
    } catch {
      toast.error('The folders in it could not be read. Please try again.')
    }
  }
  const cellOf = ({ row, column }: Cell) => {
    const [folder, group] = [rows[row]?.folder, groups[column]]
    const cell = folder?.cells.find(({ groupId }) => groupId === group?.id)
    return folder && group && cell ? { folder, group, cell } : null
  }
  const cellProps = (row: number, column: number): CellProps => {
    const found = cellOf({ row, column })
    if (!found) return { empty: true }
    const { level, differing } = found.cell
    return {
      name: `${found.group.name}, ${found.folder.path || 'Documents'}: ${level}${
        differing === 0 ? '' : `, ${formatCount(differing, 'entry', 'entries')} differ`
      }`,
      content: (
        <Level>
          {level === LEVEL_NAMES.NONE ? <span>–</span> : <LevelText level={level} />}
          {differing > 0 && <b>{formatNumber(differing)} differ</b>}
        </Level>
      ),
      chosen: opened?.row === row && opened.column === column,
      empty: differing === 0,
    }
  }
  const shown = opened && cellOf(opened)
  return (
    <Parts {...(shown && { 'data-beside': '' })}>
      <Panel>
        <Grid>
          <CellGrid
            label={TITLE}
            heads="named"
            firstSize={FIRST_SIZE}
            rows={rows.length}
            heightOf={(row) => (row === undefined ? HEAD : ROW)}
            widths={groups.map(() => WIDTH)}
            headWidth={wide ? FOLDERS.wide : FOLDERS.phone}
            corner="Folder"
            columnHead={(column) => {
              const group = groups[column]
              return (
                group && (
                  <GroupHead>
                    <MiddleEllipsis text={group.name} />
                    <small>{formatCount(group.members, 'person', 'people')}</small>
                  </GroupHead>
                )
              )
            }}
            rowHead={(at) => {
              const row = rows[at]
              if (!row) return null
              const opens = row.folder.hasFolders && row.depth > 0
              return {
                content: (
                  <FolderHead style={cssVars({ '--depth': String(row.depth) })}>
                    {opens && (row.isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />)}
                    <IconFolder size={18} />
                    <MiddleEllipsis text={row.folder.name || 'Documents'} />
                  </FolderHead>
                ),
                ...(opens && { expanded: row.isOpen }),
              }
            }}
            onRowHead={(at) => {
              const row = rows[at]
              if (row) void toggle(row)
            }}
            cell={cellProps}
            current={current}
            onCurrent={setCurrent}
            opensByClick
            onOpen={(cell) => (cellOf(cell)?.cell.differing ?? 0) > 0 && setOpened(cell)}
          />
        </Grid>
        <Legend>Admins have Original everywhere and are not listed.</Legend>
      </Panel>
      {shown && (
        <DifferingPanel
          key={`${shown.folder.id}/${shown.group.id}`}
          asked={{
            treeId: asked.treeId,
            ...(asked.at !== undefined && { at: asked.at }),
            folderId: shown.folder.path === '' ? null : shown.folder.id,
            groupId: shown.group.id,
          }}
          title={`${shown.group.name}, ${shown.folder.path || 'Documents'}`}
          level={shown.cell.level}
          differing={shown.cell.differing}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Parts>
  )
}
