import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { IconDotsVertical } from '@tabler/icons-react'
import { Fragment, memo, useRef } from 'react'
import { SkeletonBar } from '../feedback/Skeletons.tsx'
import { loadMenu } from '../navigation/Menu.tsx'
import { MiddleEllipsis } from '../text/MiddleEllipsis.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { styled } from '../theme/styled.tsx'
import { openedGround, PHONE_ROW_HEIGHT, stickyTop } from './styles.ts'
import { contextMenu, type TableRowProps } from './TableRow.tsx'
import type { PhoneRow } from './types.ts'

/** A press this long in ms selects. */
const LONG_PRESS = 500

const Row = styled('tr')(({ theme }) => ({
  display: 'grid',
  '--lead': '22px',
  '--menu': '44px',
  gridTemplateColumns: 'var(--lead) minmax(0, 1fr) var(--menu)',
  columnGap: 11,
  alignItems: 'center',
  height: PHONE_ROW_HEIGHT,
  padding: '0 4px 0 14px',
  // One that opens is not to begin under what sticks to the top.
  scrollMarginTop: stickyTop,
  // Without pictures and checkboxes, or without a menu, nothing keeps their place free.
  '&[data-plain]': { '--lead': '0', columnGap: 0 },
  // What stands in a menu's place keeps its own width.
  '&[data-menuless]': { '--menu': 'auto', paddingRight: 3 },
  '&[data-plain][data-menuless]': { paddingRight: 14 },
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  // A long press selects the row, not its words.
  userSelect: 'none',
  WebkitTouchCallout: 'none',
  '&[aria-selected="true"], &[data-highlighted]': { backgroundColor: theme.vars.palette.selected },
  '[data-choice] &[aria-selected="true"]': { backgroundColor: 'transparent' },
  '&:focus-visible': { outlineOffset: -2 },
  // As high as what it says.
  '[data-fit] &': { height: 'auto', minHeight: PHONE_ROW_HEIGHT, alignItems: 'start', paddingBlock: 8 },
  '&[data-opened]': { display: 'block', padding: 0, userSelect: 'text', ...openedGround(theme) },
  '&[data-set-back] > td:first-of-type': { opacity: 0.45 },
  '&[data-set-back] [data-title]': { color: theme.vars.palette.ink3 },
}))

const Cell = styled('td')({ padding: 0, minWidth: 0, '&[data-whole]': { display: 'block' } })

const Title = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 20,
  ...theme.typography.body2,
  fontWeight: 500,
  color: theme.vars.palette.ink,
  '&[data-strong]': { fontWeight: 600 },
}))

const Facts = styled('div')(({ theme }) => ({
  display: 'flex',
  minHeight: 20,
  alignItems: 'center',
  gap: 6,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  ...theme.typography.note,
  lineHeight: '20px',
  // Where rows are as high as what they say, all of it is there.
  '[data-fit] &': { flexWrap: 'wrap', rowGap: 0, whiteSpace: 'normal' },
  '& svg': { width: 14, height: 14 },
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 4, flex: 'none' },
  // What comes last gives way, and says that it does.
  '& > span:last-of-type': {
    display: 'block',
    flex: '0 1 auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& > span:last-of-type > svg': { marginRight: 4, verticalAlign: 'text-bottom' },
}))

const Note = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  overflowWrap: 'anywhere',
  color: theme.vars.palette.ink2,
}))

interface PhoneTableRowProps<RowData> extends Omit<TableRowProps<RowData>, 'columns' | 'pins'> {
  phoneRow: (row: RowData) => PhoneRow
  /** Something is selected, so that a tap selects as well. */
  selecting: boolean
}

function PhoneTableRowView<RowData>(props: PhoneTableRowProps<RowData>) {
  const { row, id, index, name, selected, selecting, highlighted, setBack, hasMenu, current, handlers } =
    props
  const { menuName = name, opened } = props
  const selectable = name !== undefined
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressed = useRef(false)
  const content = props.phoneRow(row)
  const isOpen = opened?.phone !== undefined
  const stop = () => clearTimeout(press.current)
  return (
    <Row
      role="row"
      aria-rowindex={index + 2}
      aria-selected={name === undefined ? undefined : selected}
      data-row={index}
      data-id={id}
      data-highlighted={highlighted ? '' : undefined}
      data-plain={props.glyph || selectable ? undefined : ''}
      data-menuless={hasMenu ? undefined : ''}
      data-set-back={setBack === undefined ? undefined : ''}
      data-opened={opened ? '' : undefined}
      tabIndex={current ? 0 : -1}
      onFocus={() => handlers.focused(index)}
      onContextMenu={(event) => {
        // The long press of a finger also asks for a menu; it already selects.
        if (pressed.current) event.preventDefault()
        else if (hasMenu) contextMenu(event, index, handlers)
      }}
      onPointerDown={(event) => {
        pressed.current = false
        if (!selectable || event.button !== 0) return
        press.current = setTimeout(() => {
          pressed.current = true
          handlers.toggle(id, false)
        }, LONG_PRESS)
      }}
      onPointerUp={stop}
      onPointerCancel={stop}
      onPointerMove={(event) => Math.abs(event.movementX) + Math.abs(event.movementY) > 3 && stop()}
      onClickCapture={(event) => {
        stop()
        const wasPressed = pressed.current
        pressed.current = false
        // While rows are selected a tap on a name selects as well.
        const selects =
          selecting && selectable && (event.target as Element).closest('[data-title] a') !== null
        // The click that ends a long press must not also follow a link.
        if (!wasPressed && !selects) return
        if (!wasPressed) handlers.toggle(id, false)
        event.preventDefault()
        event.stopPropagation()
      }}
      onClick={(event) => {
        if (isOpen || (event.target as Element).closest('a, button, input, [role="menu"]')) return
        if (selecting && selectable) handlers.toggle(id, false)
        else handlers.open(index)
      }}
    >
      {isOpen ? (
        <Cell role="gridcell" data-whole="">
          {opened.phone?.(row)}
        </Cell>
      ) : (
        <>
          <Cell role="gridcell">
            {selected ? (
              <Checkbox
                checked
                onClick={() => handlers.toggle(id, false)}
                sx={{ margin: '-11px' }}
                slotProps={{ input: { 'aria-label': `Select ${name}`, readOnly: true } }}
              />
            ) : (
              props.glyph?.(row)
            )}
          </Cell>
          <Cell role="gridcell">
            <Title data-title="" data-strong={content.strong ? '' : undefined}>
              {typeof content.title === 'string' ? (
                <MiddleEllipsis text={content.title} tail={24} />
              ) : (
                content.title
              )}
              {setBack !== undefined && <VisuallyHidden>{setBack}</VisuallyHidden>}
            </Title>
            <Facts>
              {content.facts.map((fact, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: facts have an order and nothing else
                <Fragment key={at}>
                  {at > 0 && <span aria-hidden="true">·</span>}
                  <span>{fact}</span>
                </Fragment>
              ))}
            </Facts>
            {content.note && <Note>{content.note}</Note>}
          </Cell>
          <Cell role="gridcell">
            {!hasMenu && content.action}
            {hasMenu && (
              <IconButton
                aria-label={menuName === undefined ? 'Actions' : `Actions for ${menuName}`}
                aria-haspopup="menu"
                onPointerEnter={loadMenu}
                onClick={(event) => handlers.openMenu(index, event.currentTarget)}
              >
                <IconDotsVertical size={20} />
              </IconButton>
            )}
          </Cell>
        </>
      )}
    </Row>
  )
}

/** A row on a phone: two lines, a menu, and a checkbox in the glyph's place once selected. */
export const PhoneTableRow = memo(PhoneTableRowView) as typeof PhoneTableRowView

/** A phone's row that is still loading. */
export function PhoneSkeletonRow({ index }: { index: number }) {
  return (
    <Row role="row" aria-rowindex={index + 2} aria-busy="true" data-row={index} tabIndex={-1}>
      <Cell role="gridcell">
        <SkeletonBar width={22} height={22} />
      </Cell>
      <Cell role="gridcell">
        <Title>
          <SkeletonBar width={index % 2 === 0 ? '64%' : '52%'} height={11} />
        </Title>
        <Facts>
          <SkeletonBar width="40%" height={8} />
        </Facts>
      </Cell>
      <Cell role="gridcell" />
    </Row>
  )
}
