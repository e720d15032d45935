import { BorderedList, Link } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { AddedWords, RemovedWords } from './Changed.tsx'
import type { VersionDifferenceQuery } from './operations.generated.ts'

export type DifferenceRow = VersionDifferenceQuery['versionDifference']['rows'][number]

const Place = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  '& > h3': { margin: 0, ...theme.typography.subtitle2 },
  '&[data-stale]': { opacity: 0.6 },
}))

const Rows = styled(BorderedList)(({ theme }) => ({
  '& > li': { minHeight: 36, padding: '8px 12px' },
  '& > li > p': { margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  '& > li > p > span': { color: theme.vars.palette.ink3 },
}))

/** "Page 3", "Terms"; null in what has neither pages nor sheets. */
const partName = ({ page, sheet }: DifferenceRow): string | null => (page === null ? sheet : `Page ${page}`)

/** Rows that follow each other in one place. */
function places(rows: readonly DifferenceRow[]): { name: string | null; rows: DifferenceRow[] }[] {
  const found: { name: string | null; rows: DifferenceRow[] }[] = []
  for (const row of rows) {
    const last = found.at(-1)
    if (last && last.name === partName(row)) last.rows.push(row)
    else found.push({ name: partName(row), rows: [row] })
  }
  return found
}

interface DifferenceWordsProps {
  rows: readonly DifferenceRow[]
  /** They are those of the page before. */
  isStale: boolean
  /** Of the later version. */
  address: string
  onLeave: () => void
}

/** Words that were removed and added with those around them, page by page; each page leads to the file there. */
export function DifferenceWords({ rows, isStale, address, onLeave }: DifferenceWordsProps) {
  return places(rows).map(({ name, rows: there }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same page may come twice, and rows have no ids
    <Place key={at} data-stale={isStale || undefined} aria-label={name ?? 'Differences'}>
      {name !== null && (
        <h3>
          <Link to={placeAddress(address, there[0])} onClick={onLeave}>
            {name}
          </Link>
        </h3>
      )}
      <Rows>
        {there.map(({ removed, added, before, after }, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids
          <li key={row}>
            <p>
              {before !== '' && <span>{before} </span>}
              {removed !== null && <RemovedWords words={removed} />}
              {removed !== null && added !== null && ' '}
              {added !== null && <AddedWords words={added} />}
              {after !== '' && <span> {after}</span>}
            </p>
          </li>
        ))}
      </Rows>
    </Place>
  ))
}

function placeAddress(address: string, row: DifferenceRow | undefined): string {
  const [path = '', asked] = address.split('?')
  const place = new URLSearchParams(asked)
  if (row?.page != null) place.set('page', String(row.page))
  if (row?.sheet != null) place.set('sheet', row.sheet)
  return `${path}?${place}`
}
