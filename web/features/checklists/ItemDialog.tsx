import IconButton from '@mui/material/IconButton'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { Alert, Dialog, DialogBody, type Leave, useLeave } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { AssignmentFields } from './AssignmentFields.tsx'
import type { Parties } from './audience.ts'
import { DocsForm } from './DocsForm.tsx'
import type { Drafts } from './drafts.ts'
import { ItemComments } from './ItemComments.tsx'
import type { Item, MatrixRow, Project, User } from './matrix.ts'
import type { Side } from './selection.ts'
import type { Changes } from './useChanges.ts'
import type { Comments } from './useComments.ts'

/** Milliseconds between two steps by arrow keys (CHK-22). */
const STEP_MS = 300

const SIDES = [
  { side: 'W', key: 'ArrowLeft', label: 'West: the project before', Icon: IconArrowLeft },
  { side: 'N', key: 'ArrowUp', label: 'North: the row above', Icon: IconArrowUp },
  { side: 'S', key: 'ArrowDown', label: 'South: the row below', Icon: IconArrowDown },
  { side: 'E', key: 'ArrowRight', label: 'East: the next project', Icon: IconArrowRight },
] as const

const Rule = styled('span')(({ theme }) => ({
  width: 1,
  height: 24,
  backgroundColor: theme.vars.palette.line,
}))
const Arrows = styled('div')({ display: 'flex', '&&': { flex: 'none' } })
const Line = styled('hr')(({ theme }) => ({
  width: '100%',
  margin: 0,
  border: 0,
  borderTop: `1px solid ${theme.vars.palette.line}`,
}))

export interface ItemDialogProps {
  portfolioId: string
  item: Item
  row: MatrixRow
  project: Project
  /** The items that a change is for: the open one, with those that are chosen together with it. */
  together: readonly Item[]
  users: ReadonlyMap<string, User>
  mayEdit: boolean
  mayComment: boolean
  changes: Changes
  comments: Comments
  drafts: Drafts
  parties: Parties
  /** What an item is, in a thread on several. */
  labelOf: (itemId: string) => string
  /** At which side of the window, so that the cell is to be seen. */
  at: 'left' | 'right'
  hasNeighbour: (side: Side) => boolean
  onStep: (side: Side) => void
  onClose: () => void
  onAssigned: (user: User) => void
  /** Where documents are chosen; given the way back with the link. */
  picker: ((props: { onPick: (link: string) => void; onCancel: () => void }) => ReactNode) | null
}

/** One cell: what it is, its neighbours, and what can be done with it (CHK-15, CHK-17, CHK-20). */
export function ItemDialog(props: ItemDialogProps) {
  const { item, row, project, together, changes, comments, onClose, onStep, hasNeighbour } = props
  const stepped = useRef(0)
  const isParent = row.parentId === null
  const onKeyDown = (event: KeyboardEvent, leave: Leave) => {
    const found = SIDES.find(({ key }) => key === event.key)
    if (!found || isTyping(event.target) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const now = Date.now()
    if (now - stepped.current < STEP_MS) return
    stepped.current = now
    leave(() => onStep(found.side))
  }
  const onBeside = ({ clientX, clientY }: MouseEvent, leave: Leave) => {
    // CHK-16: the cell shows under the dialog's ground.
    const below = document.elementsFromPoint(clientX, clientY)
    if (below.some((element) => element.closest('[data-chosen]'))) leave(onClose)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      overline={together.length > 1 ? `${project.name} and others` : project.name}
      title={together.length > 1 ? `${together.length} items selected` : `${row.number} ${row.name}`}
      side={props.at}
      onBeside={onBeside}
      onKeyDown={onKeyDown}
      actions={
        <>
          <Arrows role="group" aria-label="Neighbouring cells">
            <Steps hasNeighbour={hasNeighbour} onStep={onStep} />
          </Arrows>
          <Rule />
        </>
      }
    >
      <DialogBody>
        {changes.problem !== null && <Alert tone="danger">{changes.problem}</Alert>}
        {comments.refusal !== null && <Alert tone="danger">{comments.refusal}</Alert>}
        {isParent ? (
          <DocsForm
            key={item.id}
            item={item}
            mayEdit={props.mayEdit}
            onSave={(link) => changes.change([item], { link })}
            picker={props.picker}
          />
        ) : (
          <>
            <AssignmentFields
              key={together.map(({ id }) => id).join()}
              portfolioId={props.portfolioId}
              items={together}
              users={props.users}
              mayEdit={props.mayEdit}
              onChange={(change) => void changes.change(together, change)}
              onAssigned={props.onAssigned}
            />
            <Line />
            <ItemComments
              key={`thread of ${item.id}`}
              itemId={item.id}
              itemIds={together.map(({ id }) => id)}
              labelOf={props.labelOf}
              comments={comments}
              mayComment={props.mayComment}
              drafts={props.drafts}
              parties={props.parties}
            />
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}

/** What is typed of the open cell is not left unasked (CHK-20). */
function Steps({ hasNeighbour, onStep }: Pick<ItemDialogProps, 'hasNeighbour' | 'onStep'>) {
  const leave = useLeave()
  return SIDES.map(({ side, label, Icon }) => (
    <IconButton
      key={side}
      aria-label={label}
      disabled={!hasNeighbour(side)}
      onClick={() => leave(() => onStep(side))}
    >
      <Icon />
    </IconButton>
  ))
}

/** Arrow keys belong to what one types or chooses in. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [role="combobox"], [role="listbox"], [role="menu"]') !== null
