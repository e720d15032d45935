import { formatBytes } from '../../../../shared/format/bytes.ts'
import { formatCount, MISSING } from '../../../../shared/format/number.ts'
import { type Column, MiddleEllipsis, type PhoneRow, RelativeTime } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isFolder } from '../place/place.ts'
import type { RecycleBinQuery } from './operations.generated.ts'

export type BinEntry = RecycleBinQuery['recycleBin']['items'][number]

const Name = styled('span')({
  display: 'flex',
  minWidth: 0,
  fontWeight: 500,
  '&[data-strong]': { fontWeight: 600 },
})

/** Little time is left: it stands out. */
const Days = styled('span')(({ theme }) => ({
  '&[data-soon]': { fontWeight: 500, color: theme.vars.palette.warning.text },
}))

/** Days from which on an entry is about to go. */
const SOON = 3

/** The folder that an entry was in, by the names of now; the top level by that of the root. */
const folderOf = ({ path }: BinEntry, root: string): string =>
  [root, ...path.split('/').slice(0, -1)].join(' / ')

const contentText = (entry: BinEntry): string =>
  isFolder(entry) ? formatCount(entry.below, 'entry', 'entries') : MISSING

const daysLeft = ({ daysLeft: days }: BinEntry) => (
  <Days data-soon={days <= SOON ? '' : undefined}>{formatCount(days, 'day')}</Days>
)

/** @param root what the top level is called */
export const binColumns = (root: string): readonly Column<BinEntry>[] => [
  {
    key: 'name',
    header: 'Name',
    flex: 3,
    minWidth: 160,
    words: ({ name }) => name,
    sortable: true,
    cell: (entry) => (
      <Name data-strong={isFolder(entry) ? '' : undefined}>
        <MiddleEllipsis text={entry.name} />
      </Name>
    ),
  },
  {
    key: 'path',
    header: 'Was in',
    flex: 2,
    words: (entry) => folderOf(entry, root),
    cell: (entry) => <MiddleEllipsis text={folderOf(entry, root)} />,
  },
  {
    key: 'deletedBy',
    header: 'Deleted by',
    words: ({ deletedBy }) => deletedBy ?? MISSING,
    maxWidth: 200,
    cell: ({ deletedBy }) => <MiddleEllipsis text={deletedBy ?? MISSING} />,
  },
  {
    key: 'deletedAt',
    header: 'Deleted',
    width: 130,
    sortable: true,
    cell: ({ deletedAt }) => <RelativeTime at={deletedAt} />,
  },
  { key: 'daysLeft', header: 'Left', width: 86, cell: daysLeft },
  { key: 'below', header: 'With it', width: 110, align: 'right', shownFrom: 'lg', cell: contentText },
  {
    key: 'size',
    header: 'Size',
    width: 96,
    align: 'right',
    sortable: true,
    cell: ({ size }) => formatBytes(size),
  },
]

/** @param root what the top level is called */
export const binPhoneRow =
  (root: string) =>
  (entry: BinEntry): PhoneRow => ({
    title: entry.name,
    strong: isFolder(entry),
    facts: [
      daysLeft(entry),
      isFolder(entry) ? contentText(entry) : formatBytes(entry.size),
      folderOf(entry, root),
    ],
  })
