import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { MenuButton } from '../navigation/Menu.tsx'
import { styled } from '../theme/styled.tsx'
import { nextSort } from './sort.ts'
import type { Column, Sort } from './types.ts'

const SortRow = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'flex-end',
  padding: '2px 8px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))

/** On a phone, where rows have no header: by which column the rows are sorted, and a choice of another (FMT-27). */
export function PhoneSort({
  columns,
  sort,
  onSort,
}: {
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'sortable'>[]
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const sortable = columns.filter((column) => column.sortable)
  const current = sortable.find(({ key }) => key === sort?.key)
  const Arrow = sort?.direction === 'desc' ? IconArrowDown : IconArrowUp
  if (sortable.length === 0) return null
  return (
    <SortRow data-print="off">
      <MenuButton
        label={current ? `Sorted by ${current.header}` : 'Sort'}
        size="small"
        variant="text"
        startIcon={current && <Arrow />}
        entries={sortable.map(({ key, header }) => ({
          key,
          label: header,
          selected: key === current?.key,
          onSelect: () => onSort(nextSort(sort, key)),
        }))}
      />
    </SortRow>
  )
}
