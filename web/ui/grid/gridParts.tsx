import type { ReactNode } from 'react'
import { styled } from '../theme/styled.tsx'

export const Scroller = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  backgroundColor: theme.vars.palette.background.paper,
  // Cells would cover it at the edges: the ring of the current cell says where the focus is.
  '&:focus-visible': { outline: 'none' },
  // Rows and cells are many, so they are plain elements under one set of rules.
  '& [role="row"]': { position: 'absolute', left: 0, width: '100%' },
  '& [role="row"][aria-rowindex="1"]': { position: 'sticky', top: 0, zIndex: 2 },
  '& [role="columnheader"], & [role="rowheader"], & [role="gridcell"]': {
    position: 'absolute',
    top: 0,
    height: '100%',
    padding: '0 8px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'pre',
    borderRight: `1px solid ${theme.vars.palette.line}`,
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& [role="columnheader"], & [role="rowheader"]': {
    ...theme.typography.note,
    fontWeight: 500,
    backgroundColor: theme.vars.palette.sunken,
    textAlign: 'center',
  },
  '& [role="rowheader"], & [role="columnheader"][aria-colindex="1"]': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    display: 'block',
    borderRightColor: theme.vars.palette.lineStrong,
  },
  '& [data-current]': {
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
  '& [role="gridcell"]': { unicodeBidi: 'plaintext', textAlign: 'start', cursor: 'cell' },
  '& [data-over]': { zIndex: 1, backgroundColor: theme.vars.palette.background.paper },
  '& [data-align="right"]': { textAlign: 'right' },
  '& [data-align="center"]': { textAlign: 'center' },
  '& [data-tone="danger"]': { color: theme.vars.palette.danger.text },
  '& [data-tone="success"]': { color: theme.vars.palette.success.text },
  '& [data-tone="info"]': { color: theme.vars.palette.info.text },
  '& [data-tone="warning"]': { color: theme.vars.palette.warning.text },
  '& [data-bold]': { fontWeight: 600 },
  '& [data-tone="quiet"]': { color: theme.vars.palette.ink3 },
  '& [data-ground="accent"]': { backgroundColor: theme.vars.palette.accent.tint },
  '& [data-ground="danger"]': {
    color: theme.vars.palette.danger.text,
    backgroundColor: theme.vars.palette.danger.tint,
    borderLeft: `3px solid ${theme.vars.palette.danger.main}`,
  },
  '& [data-ground="warning"]': {
    backgroundColor: theme.vars.palette.warning.tint,
    borderLeft: `3px solid ${theme.vars.palette.warning.main}`,
  },
  '& [data-ground="sunken"]': { backgroundColor: theme.vars.palette.sunken },
  '& [data-at]': { boxShadow: `inset 0 0 0 1px ${theme.vars.palette.control}` },
  '&:focus-visible [data-at], & [data-chosen]': {
    boxShadow: `inset 0 0 0 2px ${theme.vars.palette.primary.main}`,
  },
  // Heads that name things, where cells hold more than a figure.
  '&[data-heads="named"]': {
    '& [role="columnheader"], & [role="rowheader"]': {
      textAlign: 'start',
      lineHeight: 'normal',
      color: theme.vars.palette.ink,
      backgroundColor: theme.vars.palette.surface,
    },
    '& [role="rowheader"][data-ground="sunken"]': { backgroundColor: theme.vars.palette.sunken },
    '& [role="gridcell"]': { lineHeight: 'normal', cursor: 'pointer' },
    '& [role="gridcell"][aria-disabled="true"]': { cursor: 'default' },
    '& [role="gridcell"][aria-selected="true"]': { backgroundColor: theme.vars.palette.selected },
    '& [role="rowheader"][data-pressable]': { cursor: 'pointer' },
    '& [role="columnheader"][aria-colindex="1"]': {
      display: 'flex',
      alignItems: 'center',
      padding: '0 14px',
      color: theme.vars.palette.ink2,
    },
    '&:not(:focus-visible) [data-at]:not([data-chosen])': { boxShadow: 'none' },
  },
}))

export const Sheet = styled('div')({ position: 'relative', minWidth: '100%' })

/**
 * Parts of a table that are placed freely, which real cells can't be. The focus stays on the grid, which names the
 * chosen cell.
 */
export const PART = {
  /** @param place from 1, the heads being the first row and column */
  row: (place: number) => ({ role: 'row', 'aria-rowindex': place }),
  columnHeader: (place: number) => ({ role: 'columnheader', 'aria-colindex': place }),
  corner: { role: 'columnheader', 'aria-colindex': 1 },
  rowHeader: (expanded: boolean | undefined) => ({
    role: 'rowheader',
    'aria-colindex': 1,
    'aria-expanded': expanded,
  }),
  cell: (
    place: number,
    selected: boolean,
    { name, empty }: { name?: string | undefined; empty?: boolean | undefined },
  ) => ({
    role: 'gridcell',
    'aria-colindex': place,
    'aria-selected': selected,
    'aria-disabled': empty,
    'aria-label': name,
  }),
}

/** The head of a row. */
export interface RowHead {
  readonly content: ReactNode
  readonly ground?: 'sunken' | undefined
  /** Where the row heads others: whether those are shown. */
  readonly expanded?: boolean | undefined
}

interface RowHeadCellProps {
  id: string
  head: RowHead | ReactNode
  isCurrent: boolean
  isAt: boolean
  isPressable: boolean
  style: { width: number; height: number }
}

const isRowHead = (head: RowHead | ReactNode): head is RowHead =>
  typeof head === 'object' && head !== null && 'content' in head

export function RowHeadCell({ id, head, isCurrent, isAt, isPressable, style }: RowHeadCellProps) {
  const { content, ground, expanded } = isRowHead(head) ? head : { content: head }
  return (
    <span
      {...PART.rowHeader(expanded)}
      id={id}
      data-ground={ground}
      data-current={isCurrent ? '' : undefined}
      data-at={isAt ? '' : undefined}
      data-pressable={isPressable && expanded !== undefined ? '' : undefined}
      style={style}
    >
      {content}
    </span>
  )
}
