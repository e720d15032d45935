import Button from '@mui/material/Button'
import { type ReactNode, useMemo, useState } from 'react'
import { formatNumber } from '../../../../shared/format/number.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type Placed, pathOf } from '../rows/folderColumn.tsx'

/** Of a folder with more entries than that, so many are shown until the others are asked for. */
const FOLDED = { over: 8, shown: 3 }

/** A row under the names of those above it. */
const MoreRow = styled('tr')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  height: 34,
  padding: '0 14px 0 75px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& .MuiButton-text': { color: theme.vars.palette.accent.text },
  [theme.breakpoints.down('md')]: { height: 44, paddingLeft: 47 },
  '@media print': { display: 'table-row' },
}))

const FootCell = styled('td')({ flex: 1, minWidth: 0, padding: 0 })

const isLoaded = <Found,>(row: Found | undefined): row is Found => row !== undefined

/** Rows of long folders folded up, with all rows of a folder, and the way to those that are not shown. */
export function useFolded<Found extends Placed>(rows: readonly (Found | undefined)[], isGrouped: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const folders = useMemo(
    () => Map.groupBy(isGrouped ? rows.filter(isLoaded) : [], pathOf),
    [rows, isGrouped],
  )
  const shown = useMemo(() => {
    const hidden = [...folders].flatMap(([path, mine]) =>
      mine.length > FOLDED.over && !opened.has(path) ? mine.slice(FOLDED.shown) : [],
    )
    const out = new Set(hidden.map(({ id }) => id))
    return out.size === 0 ? rows : rows.filter((row) => row === undefined || !out.has(row.id))
  }, [rows, folders, opened])
  const allOf = (some: readonly Found[]): readonly Found[] =>
    (some[0] && folders.get(pathOf(some[0]))) ?? some
  const footOf = (some: readonly Found[], columns: number): ReactNode => {
    const [first] = some
    const more = allOf(some).length - some.length
    if (!first || more === 0) return null
    return (
      <MoreRow key={`foot-${pathOf(first)}`} role="row">
        <FootCell role="gridcell" aria-colspan={columns}>
          <Button
            size="small"
            variant="text"
            style={{ marginLeft: -8 }}
            onClick={() => setOpened((before) => new Set(before).add(pathOf(first)))}
          >
            {formatNumber(more)} more in this folder
          </Button>
        </FootCell>
      </MoreRow>
    )
  }
  return { shown, allOf, footOf }
}
