import { IconArrowRight } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { CHANGES_NOTHING } from '../../../graphql/readings.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  BorderedList,
  BusyButton,
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  FileGlyph,
  FolderGlyph,
  Loading,
  SkeletonLines,
  useToast,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { namedDocument } from '../place/address.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { OrderDocumentsDocument, RenumberDocument, type RenumberMutation } from './operations.generated.ts'

/** Rows that show of what would change. */
const SHOWN = 200

/** A dry run changes nothing of what is shown. */
const PREVIEW = { context: CHANGES_NOTHING }

type Renumbering = RenumberMutation['renumber']
type Renumbered = Renumbering['rows'][number]

const NumberedList = styled(BorderedList)(({ theme }) => ({
  maxHeight: 'min(420px, 50vh)',
  '& > li': { display: 'flex', alignItems: 'center', gap: 10, minHeight: 38, padding: '4px 12px' },
  '& > li[draggable="true"]': { cursor: 'grab' },
  '& > li[data-over]': { boxShadow: `inset 0 2px 0 ${theme.vars.palette.primary.main}` },
  '& > li[data-over="below"]': { boxShadow: `inset 0 -2px 0 ${theme.vars.palette.primary.main}` },
  '& > li:focus-visible': { outlineOffset: -2 },
  '& > li > span': { display: 'inline-flex', alignItems: 'center', gap: 4, flex: 'none' },
  '& > li > span > svg': { width: 13, height: 13, color: theme.vars.palette.ink3 },
  '& del': { textDecoration: 'none', color: theme.vars.palette.ink3 },
  '& b': { fontWeight: 600 },
  '& > li > em': { fontStyle: 'normal', minWidth: 0, overflowWrap: 'anywhere' },
}))

interface RenumberDialogProps {
  folder: Pick<OpenDocument, 'id' | 'name'>
  onClose: () => void
  /** Reads the documents again. */
  onChanged: () => Promise<unknown>
}

/**
 * Gives numbers anew for a folder and all below it (INDEX-04): shows old and new, and takes the folder's own entries
 * in another order, by dragging and by Alt+Up and Alt+Down (INDEX-07).
 */
export function RenumberDialog({ folder, onClose, onChanged }: RenumberDialogProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const folderId = namedDocument(tree.id, folder.id)
  const preview = useAction(RenumberDocument, PREVIEW)
  const ordering = useAction(OrderDocumentsDocument)
  const renumbering = useAction(RenumberDocument)
  const [said, setSaid] = useState<Renumbering>()
  const { act: look } = preview
  const read = useCallback(async () => {
    const data = await look({ treeId: tree.id, folderId, dryRun: true, limit: SHOWN })
    if (data) setSaid(data.renumber)
  }, [look, tree.id, folderId])
  useEffect(() => void read(), [read])

  /** The folder's own entries stand first, as many numbers deep as it is and one more. */
  const rows = said?.rows ?? []
  const depth = rows[0]?.number.split('.').length ?? 0
  const isOwn = ({ number }: Renumbered) => number.split('.').length === depth
  const own = rows.filter((row, at) => isOwn(row) && rows.slice(0, at).every(isOwn))
  const list = useRef<HTMLUListElement>(null)
  // Of a folder of more entries than are shown nobody knows what comes after the last one here.
  const isCut = own.length === rows.length && said !== undefined && said.count > rows.length
  /** Puts an entry in the place of another one, which makes room. */
  const put = async (from: number, to: number) => {
    const moved = own[from]
    const before = to < from ? own[to] : own[to + 1]
    if (!moved || !own[to] || from === to || (!before && isCut)) return
    const asked = { treeId: tree.id, documentIds: [moved.id], beforeId: before?.id ?? null }
    const outcome = await ordering.attempt(asked)
    if (!outcome.problem) await read()
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(moved.id)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!event.altKey || step === 0 || !own[at + step]) return
    event.preventDefault()
    void put(at, at + step)
  }
  const [over, setOver] = useState<string>()
  const dragged = useRef<string>(undefined)
  const draggedFrom = () => own.findIndex(({ id }) => id === dragged.current)
  const confirm = async () => {
    const data = await renumbering.act({ treeId: tree.id, folderId, dryRun: false, limit: 1 })
    if (!data) return
    await onChanged()
    onClose()
    toast.success(`${formatCount(data.renumber.changes, 'entry', 'entries')} got another number.`)
  }
  const problem = preview.problem ?? ordering.problem ?? renumbering.problem
  const busy = renumbering.busy
  return (
    <Dialog open onClose={onClose} title="Renumber" overline={folder.name} busy={busy}>
      <DialogBody>
        {problem && <Alert tone="danger">{problem.message}</Alert>}
        <p style={{ margin: 0 }}>
          Drag entries of this folder into another order, or move them by Alt+Up and Alt+Down. Former numbers
          stay in the history.
        </p>
        {said ? (
          <NumberedList ref={list} aria-label="Entries by their new numbers">
            {rows.map((row, at) => {
              const isMine = at < own.length
              return (
                <li
                  key={row.id}
                  data-id={row.id}
                  data-over={over === row.id ? (draggedFrom() < at ? 'below' : 'above') : undefined}
                  {...(isMine && {
                    tabIndex: 0,
                    draggable: !ordering.busy,
                    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, at),
                    onDragStart: () => {
                      dragged.current = row.id
                    },
                    onDragOver: (event: DragEvent) => {
                      event.preventDefault()
                      setOver(row.id)
                    },
                    onDragEnd: () => setOver(undefined),
                    onDrop: (event: DragEvent) => {
                      event.preventDefault()
                      setOver(undefined)
                      void put(draggedFrom(), at)
                    },
                  })}
                >
                  <Numbers row={row} />
                  {row.fileType === 'FOLDER' ? (
                    <FolderGlyph />
                  ) : (
                    <FileGlyph name={row.name} thumbnail={null} />
                  )}
                  <em>{row.name}</em>
                </li>
              )
            })}
          </NumberedList>
        ) : (
          !problem && <Loading active skeleton={<SkeletonLines />} />
        )}
        {said && said.count > rows.length && (
          <p style={{ margin: 0 }}>{`The first ${rows.length} of ${formatNumber(said.count)}.`}</p>
        )}
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <BusyButton
          busy={busy}
          variant="contained"
          disabled={!said || said.changes === 0 || ordering.busy}
          onClick={() => void confirm()}
        >
          {said && said.changes > 0
            ? `Renumber ${formatCount(said.changes, 'entry', 'entries')}`
            : 'Nothing to renumber'}
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}

/** The number that an entry has, and the one that it gets. */
function Numbers({ row: { former, number } }: { row: Renumbered }) {
  if (former === number) return <span>{number}</span>
  return (
    <span>
      {former !== null && (
        <>
          <del>{former}</del>
          <IconArrowRight aria-hidden="true" />
          <VisuallyHidden>becomes</VisuallyHidden>
        </>
      )}
      <b>{number}</b>
    </span>
  )
}
