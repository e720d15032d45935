import { formatNumber } from '../../../shared/format/number.ts'
import { TitleRow } from '../page/layout.tsx'
import { styled } from '../theme/styled.tsx'

/** What stands over a list: filters at the left, search and actions (`data-end`) at the right. */
export const ListTools = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: 8,
  marginBottom: 14,
  '& > [data-end]': { marginLeft: 'auto', display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 8 },
  [theme.breakpoints.down('md')]: {
    '& > [data-end]': { marginLeft: 0, width: '100%', minWidth: 0 },
    // The search yields to the buttons beside it; what does not fit even so stands below.
    '& > [data-end] > div:not([role="group"])': { flex: '1 1 200px', minWidth: 0 },
  },
}))

/** Under a table: which of the rows these are, and the pages (08-people). */
export const ListFoot = styled(TitleRow)(({ theme }) => ({ minHeight: 44, ...theme.typography.note }))

/** '51 to 64 of 1,064', or '51 to 100' where nobody has counted them; nothing where there is nothing. */
export function rangeText(offset: number, rows: number, count: number | undefined): string {
  if (rows === 0) return ''
  const range = `${formatNumber(offset + 1)} to ${formatNumber(offset + rows)}`
  return count === undefined ? range : `${range} of ${formatNumber(count)}`
}
