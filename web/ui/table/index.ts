export { grouped } from './grouped.tsx'
export { RowsInContainer, type ScrollTo } from './RowRange.tsx'
export { rowAfterKey, useRowKeys } from './rowKeys.ts'
export { Table } from './Table.tsx'
export type {
  Column,
  OpenedRow,
  PhoneRow,
  RowHeights,
  Sort,
  StripAction,
  TableProps,
  TableSelection,
} from './types.ts'
export { useRowHeights } from './useRowHeights.ts'
