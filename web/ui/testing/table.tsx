import { screen } from '@testing-library/react'
import { useState } from 'react'
import { Table } from '../table/Table.tsx'
import type { Column, StripAction, TableProps } from '../table/types.ts'

export interface File {
  id: string
  name: string
  size: number
}

export const FILES: File[] = ['Alpha.pdf', 'Beta.pdf', 'Gamma.pdf', 'Delta.pdf', 'Epsilon.pdf'].map(
  (name, at) => ({
    id: `f${at}`,
    name,
    size: at * 100,
  }),
)

export const COLUMNS: Column<File>[] = [
  { key: 'name', header: 'Name', sortable: true, cell: (file) => file.name },
  { key: 'size', header: 'Size', width: 80, align: 'right', sortable: true, cell: (file) => file.size },
  { key: 'note', header: 'Note', cell: () => null },
]

export const BASE: TableProps<File> = {
  label: 'Files',
  columns: COLUMNS,
  rows: FILES,
  getRowId: (file) => file.id,
}

/** A table of files that can be selected; `onMove` receives the ids that its Move is pressed for. */
export function Selectable(
  props: Partial<TableProps<File>> & { onMove?: (ids: string[]) => void; actions?: StripAction[] },
) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <Table
      {...BASE}
      strip="5 items"
      selection={{
        selected,
        onChange: setSelected,
        nameOf: (file) => file.name,
        summary: '1 KB',
        actions: props.actions ?? [
          { key: 'move', label: 'Move', icon: null, onSelect: () => props.onMove?.([...selected].sort()) },
          { key: 'delete', label: 'Delete', icon: null, tone: 'danger', onSelect: () => undefined },
        ],
      }}
      {...props}
    />
  )
}

export const rowOf = (name: string) => screen.getByText(name).closest('[role="row"]') as HTMLElement
export const selectedNames = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => FILES.find((file) => file.id === row.dataset.id)?.name)
