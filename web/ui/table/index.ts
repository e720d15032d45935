export { Table } from './Table.tsx'
export type { Column, PhoneRow, Sort, StripAction, TableProps, TableSelection } from './types.ts'
