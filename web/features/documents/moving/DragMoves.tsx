import { useApolloClient } from '@apollo/client/react'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { MAX_SELECTED } from '../../../../shared/selections.ts'
import { errorCode, errorText } from '../../../graphql/errors.ts'
import { ConfirmContent, Dialog, useToast } from '../../../ui/index.ts'
import { type OpenDocument, usePlace } from '../place/place.ts'
import { itemsText, TOO_MANY } from '../place/sizes.ts'
import { losingText, reasonAgainst } from './destination.ts'
import { type Movable, type StagedMove, useMoving } from './MovingProvider.tsx'
import { DraggedDocumentFragmentDoc, PrincipalsLosingByMoveDocument } from './operations.generated.ts'
import type { Destination } from './useDestination.ts'
import { useMove } from './useMove.ts'

/** What tells our rows from all else that is dragged over the page. */
const TYPE = 'application/x-documents'
const ROW = '[data-row][data-id]'
const COLUMN = '[data-folder]'
const DROP = 'data-drop'

const elementOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement
    ? target
    : target instanceof Element
      ? target.closest('*:not(svg, svg *)')
      : null

const MARKED = (
  <GlobalStyles
    styles={(theme) => ({
      [`[${DROP}]`]: {
        outline: `2px solid ${theme.vars?.palette.primary.main}`,
        outlineOffset: -2,
        borderRadius: 4,
      },
    })}
  />
)

interface Dragged {
  readonly staged: StagedMove
  /** They are selected no longer. */
  readonly drop: (ids: ReadonlySet<string>) => void
}

/**
 * Rows dragged onto a folder, a folder on the way here or a column are moved there, with the checks, the question and the
 * Undo of Move (INDEX-10). While they are dragged they are staged, as Move stages them.
 */
export function DragMoves({ document: open }: { document: OpenDocument }) {
  const client = useApolloClient()
  const { tree, addresses } = usePlace()
  const { lists, stage, end: endMove } = useMoving()
  const { busy, move } = useMove()
  const toast = useToast()
  const [asked, setAsked] = useState<{ dragged: Dragged; to: Destination; losing: string[] } | null>(null)

  const staging = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => {
    // What is let go immediately is not staged after its end.
    clearTimeout(staging.current)
    endMove()
  }

  const known = (id: string | undefined): Movable | null =>
    client.cache.readFragment<Movable>({ id: `Document:${id}`, fragment: DraggedDocumentFragmentDoc })
  const folderOf = (row: Element): string => row.closest<HTMLElement>(COLUMN)?.dataset.folder ?? open.id

  /** The folder that something under the pointer stands for, and what shows it. */
  const targetOf = (under: HTMLElement | null): { element: HTMLElement; to: Destination } | null => {
    const link = under?.closest<HTMLAnchorElement>('nav a[href]')
    if (link) {
      const at = open.ancestors.findIndex(({ id }) => addresses.to(id) === link.pathname)
      const folder = open.ancestors[at]
      return folder
        ? { element: link, to: { ...folder, fileType: 'FOLDER', ancestors: open.ancestors.slice(0, at) } }
        : null
    }
    const row = under?.closest<HTMLElement>(ROW)
    const column = under?.closest<HTMLElement>(COLUMN) ?? null
    const folder = row && lists.has(folderOf(row)) ? known(row.dataset.id) : null
    // Columns stand in the order of the way down.
    const columns = [...window.document.querySelectorAll<HTMLElement>(COLUMN)]
    const above = column ? columns.slice(0, columns.indexOf(column) + 1) : []
    const ids = [...open.ancestors, open, ...above.map(({ dataset }) => ({ id: dataset.folder ?? '' }))]
    if (row && folder?.fileType === 'FOLDER') return { element: row, to: { ...folder, ancestors: ids } }
    const own = column && known(column.dataset.folder)
    return own ? { element: column, to: { ...own, ancestors: ids } } : null
  }

  const go = async ({ staged, drop }: Dragged, to: Destination) => {
    const moved = await move(staged, to)
    drop(new Set(moved))
    setAsked(null)
    end()
  }
  const letGo = async (dragged: Dragged, to: Destination) => {
    try {
      const { data } = tree.canEditPermissions
        ? await client.query({
            query: PrincipalsLosingByMoveDocument,
            variables: {
              treeId: tree.id,
              destinationParentId: to.id,
              sourceDocumentIds: dragged.staged.documents.map(({ id }) => id),
            },
            fetchPolicy: 'no-cache',
          })
        : {}
      const losing = (data?.principalsLosingByMove ?? []).map(({ name }) => name)
      if (losing.length === 0) return await go(dragged, to)
      setAsked({ dragged, to, losing })
    } catch (error) {
      // The client itself says that the connection is lost.
      if (errorCode(error) !== 'OFFLINE') toast.error(errorText(error))
      end()
    }
  }

  /** What the row that is dragged takes along; null where it stays. */
  const dragOf = (row: HTMLElement): Dragged | null => {
    const parentId = folderOf(row)
    const list = lists.get(parentId)
    const document = known(row.dataset.id)
    if (!list || !document) return null
    const documents = list.chosen.some(({ id }) => id === document.id) ? list.chosen : [document]
    return { staged: { documents, parentId }, drop: list.drop }
  }
  const onPointerDown = useEffectEvent(({ target, button, pointerType }: PointerEvent) => {
    const under = elementOf(target)
    const row = under?.closest<HTMLElement>(ROW)
    if (!row || button !== 0 || pointerType !== 'mouse' || under?.closest('button, input, textarea')) return
    row.setAttribute('draggable', String(lists.has(folderOf(row))))
    // A picture would be dragged as a file of its own.
    if (under instanceof HTMLImageElement) under.setAttribute('draggable', 'false')
  })
  const begin = useEffectEvent((event: DragEvent): Dragged | null => {
    const row = elementOf(event.target)?.closest<HTMLElement>(ROW)
    const dragged = row ? dragOf(row) : null
    if (!dragged || !event.dataTransfer) return null
    if (dragged.staged.documents.length > MAX_SELECTED) {
      event.preventDefault()
      toast.error(TOO_MANY)
      return null
    }
    event.dataTransfer.effectAllowed = 'all'
    event.dataTransfer.setData(TYPE, '')
    // A page that changes under a drag that begins would end it.
    staging.current = setTimeout(() => stage(dragged.staged))
    return dragged
  })
  const over = useEffectEvent((event: DragEvent, { staged }: Dragged) => {
    const target = targetOf(elementOf(event.target))
    if (!target || reasonAgainst(staged, tree, target.to) !== undefined) return null
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'move'
    return target
  })
  const dropped = useEffectEvent((dragged: Dragged, to: Destination) => void letGo(dragged, to))
  const ended = useEffectEvent(() => end())

  useEffect(() => {
    let dragged: Dragged | null = null
    let marked: HTMLElement | undefined
    const mark = (element?: HTMLElement) => {
      if (marked === element) return
      marked?.removeAttribute(DROP)
      element?.setAttribute(DROP, '')
      marked = element
    }
    const onDragStart = (event: DragEvent) => {
      dragged = begin(event)
    }
    const onDragOver = (event: DragEvent) => {
      if (dragged) mark(over(event, dragged)?.element)
    }
    const onDrop = (event: DragEvent) => {
      const target = dragged && over(event, dragged)
      if (!dragged || !target) return
      dropped(dragged, target.to)
      dragged = null
    }
    const onDragEnd = () => {
      mark()
      if (dragged) ended()
      dragged = null
    }
    const page = window.document
    page.addEventListener('pointerdown', onPointerDown)
    page.addEventListener('dragstart', onDragStart)
    page.addEventListener('dragover', onDragOver)
    page.addEventListener('drop', onDrop)
    page.addEventListener('dragend', onDragEnd)
    return () => {
      mark()
      page.removeEventListener('pointerdown', onPointerDown)
      page.removeEventListener('dragstart', onDragStart)
      page.removeEventListener('dragover', onDragOver)
      page.removeEventListener('drop', onDrop)
      page.removeEventListener('dragend', onDragEnd)
    }
  }, [])

  const cancel = () => {
    setAsked(null)
    end()
  }
  return (
    <>
      {MARKED}
      {asked && (
        <Dialog
          open
          small
          onClose={cancel}
          busy={busy}
          title={`Move ${itemsText(asked.dragged.staged.documents.length)} to ${asked.to.name}?`}
        >
          <ConfirmContent
            action="Move"
            busy={busy}
            onCancel={cancel}
            onConfirm={() => void go(asked.dragged, asked.to)}
          >
            {losingText(asked.losing, asked.dragged.staged.documents.length)}
          </ConfirmContent>
        </Dialog>
      )}
    </>
  )
}
