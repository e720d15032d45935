import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type Column,
  FileGlyph,
  FolderGlyph,
  MiddleEllipsis,
  type PhoneRow,
  Table,
  Tooltip,
  useBreakpoint,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isUnsuccessful, type UploadTask } from './tasks.ts'
import { PauseButton, UploadStatus, UploadStatusCell } from './UploadStatusCell.tsx'

/** Height in px of a row on a phone, and what its sheet needs above the rows. */
const PHONE_ROW = 64
const ABOVE_ROWS = 110

/** Fills the window under its buttons; the window is the panel, so the table has no frame of its own. */
const Fill = styled('div')(({ theme }) => ({
  flex: '1 1 0',
  minHeight: 0,
  overflow: 'hidden',
  // On phones, too, the sheet's edges are the table's: no gutter of a page lies around it.
  '--page-gutter': '0px',
  '& > div': { border: 0, borderRadius: 0, backgroundColor: 'transparent', marginInline: 0 },
  '& table': { minWidth: 0 },
  '& tr': { paddingInline: 16 },
  '& thead': { backgroundColor: theme.vars.palette.raised },
  [theme.breakpoints.down('md')]: { flex: 'none' },
}))

const Cut = styled('span')({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '&[data-folder]': { fontWeight: 600 },
})

const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth

function Name({ task }: { task: UploadTask }) {
  if (task.kind === 'file') return <MiddleEllipsis text={task.name} />
  return (
    <Cut data-folder="">
      <MiddleEllipsis text={task.name} />
    </Cut>
  )
}

/** The folder an item goes to (UPL-40), with the way to it in the tooltip. */
function Destination({ task }: { task: UploadTask }) {
  const { ancestors, name } = task.destination
  const way = [...ancestors.map((folder) => folder.name), name].join(' / ')
  return (
    <Tooltip title={`${task.treeName}: ${way}`} when={(element) => isCut(element) || ancestors.length > 0}>
      <Cut>{name}</Cut>
    </Tooltip>
  )
}

/** Columns for a width in px; what a window has to spare goes to the reasons too. */
const columnsFor = (width: number, hasReasons: boolean): readonly Column<UploadTask>[] => [
  {
    key: 'name',
    header: 'Name',
    words: ({ name }) => name,
    minWidth: 120,
    flex: 2,
    cell: (task) => <Name task={task} />,
  },
  {
    key: 'destination',
    header: 'Destination',
    words: ({ destination }) => destination.name,
    minWidth: 84,
    flex: 1,
    cell: (task) => <Destination task={task} />,
  },
  {
    key: 'status',
    header: 'Status',
    // Reasons take two lines at most, so they get what they need for that.
    width: hasReasons ? Math.max(196, Math.round(width * 0.36)) : Math.max(140, Math.round(width * 0.26)),
    cell: (task) => <UploadStatusCell task={task} />,
  },
]

const glyph = (task: UploadTask) =>
  task.kind === 'folder' ? <FolderGlyph /> : <FileGlyph name={task.name} />

const phoneRow = (task: UploadTask): PhoneRow => ({
  title: task.name,
  strong: task.kind === 'folder',
  facts: [task.destination.name, <UploadStatus key="status" task={task} />],
  action: <PauseButton task={task} />,
})

/** The items of a run, only those in view rendered: a run may have thousands. */
export function UploadTable({ tasks }: { tasks: readonly UploadTask[] }) {
  const fill = useRef<HTMLDivElement>(null)
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  const wide = useBreakpoint('md')
  useLayoutEffect(() => {
    const element = fill.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const hasReasons = useMemo(() => tasks.some(({ status }) => isUnsuccessful(status)), [tasks])
  const columns = useMemo(() => columnsFor(width, hasReasons), [width, hasReasons])
  const most = `calc(70dvh - ${ABOVE_ROWS}px)`
  return (
    <Fill ref={fill} sx={{ height: { base: `min(${most}, ${tasks.length * PHONE_ROW}px)`, md: 'auto' } }}>
      <Table
        label="Uploads"
        columns={columns}
        rows={tasks}
        getRowId={(task) => String(task.id)}
        glyph={wide ? undefined : glyph}
        phoneRow={phoneRow}
        rowHeight={36}
        maxHeight={height}
        virtual
      />
    </Fill>
  )
}
