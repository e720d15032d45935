import IconButton from '@mui/material/IconButton'
import { IconChevronRight, IconDots } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode, useRef } from 'react'
import { numberedName } from '../../../../shared/numberedNames.ts'
import { loadMenu, MiddleEllipsis, SkeletonBar, useMomentWords } from '../../../ui/index.ts'
import { isFolder, type Row } from '../place/place.ts'
import { sizeText } from '../place/sizes.ts'
import { Entry } from './layout.tsx'

/** What an entry asks of its column; stays the same object, so that entries render only when they change. */
export interface EntryHandlers {
  readonly choose: (index: number) => void
  /** Enter, and a second click. */
  readonly open: (index: number) => void
  readonly openMenu: (index: number, anchor: Element | { x: number; y: number }) => void
  readonly focused: (index: number) => void
}

interface ColumnEntryProps {
  row: Row
  index: number
  /** Entries of the whole column. */
  count: number
  /** Depth in the tree, from 1. */
  level: number
  glyph: ReactNode
  /** In the place of the name, while it is changed. */
  field: ReactNode
  /** Its column stands to the right, or its card. */
  chosen: boolean
  /** The last of the chosen ones, down to which one has come. */
  isLast: boolean
  highlighted: boolean
  /** The entry that the Tab key reaches. */
  current: boolean
  handlers: EntryHandlers
}

function ColumnEntryView(props: ColumnEntryProps) {
  const { row, index, count, level, glyph, field, chosen, isLast, highlighted, current, handlers } = props
  const folder = isFolder(row)
  const { shown: moment } = useMomentWords(row.modifiedTimestamp)
  // Of two quick clicks at one place the first may have brought this entry there.
  const clicks = useRef(0)
  const fromEntry = (event: MouseEvent, act: () => void) => {
    if (!(event.target as Element).closest('button, input')) act()
  }
  return (
    <Entry
      role="treeitem"
      aria-label={row.name}
      aria-level={level}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-expanded={folder ? chosen : undefined}
      aria-selected={chosen && isLast}
      data-row={index}
      data-id={row.id}
      data-strong={folder ? '' : undefined}
      data-highlighted={highlighted ? '' : undefined}
      tabIndex={current ? 0 : -1}
      onFocus={() => handlers.focused(index)}
      onClick={(event) => {
        clicks.current = event.detail > 1 ? clicks.current + 1 : 1
        fromEntry(event, () => handlers.choose(index))
      }}
      onDoubleClick={(event) => {
        if (clicks.current > 1) fromEntry(event, () => handlers.open(index))
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        const byKey = event.clientX === 0 && event.clientY === 0
        handlers.openMenu(index, byKey ? event.currentTarget : { x: event.clientX, y: event.clientY })
      }}
    >
      {glyph}
      <span data-name="">{field ?? <MiddleEllipsis text={numberedName(row)} tail={TAIL} />}</span>
      {!field && (
        <>
          <span data-facts={sizeText(row)} data-moment={moment} />
          <IconButton
            size="small"
            tabIndex={-1}
            aria-label={`Actions for ${row.name}`}
            aria-haspopup="menu"
            onPointerEnter={loadMenu}
            onClick={(event) => handlers.openMenu(index, event.currentTarget)}
          >
            <IconDots />
          </IconButton>
          <span data-chevron="">{folder && <IconChevronRight size={14} aria-hidden="true" />}</span>
        </>
      )}
    </Entry>
  )
}

/** One entry of a column; rendered again only when it changes. */
export const ColumnEntry = memo(ColumnEntryView)

/** Characters that the end of a name keeps: a column is narrow. */
const TAIL = 12

const WIDTHS = ['64%', '52%', '70%', '46%', '58%']

/** An entry that is still loading; the focus waits on it for the one that comes. */
export function WaitingEntry({ index }: { index: number }) {
  return (
    <Entry aria-busy="true" data-row={index} tabIndex={-1}>
      <SkeletonBar width={22} height={22} />
      <SkeletonBar width={WIDTHS[index % WIDTHS.length] ?? '60%'} />
    </Entry>
  )
}
