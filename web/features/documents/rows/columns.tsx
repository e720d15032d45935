import ButtonBase from '@mui/material/ButtonBase'
import { IconShieldLock, IconStar } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { numberedName } from '../../../../shared/numberedNames.ts'
import {
  type Column,
  FileGlyph,
  FolderGlyph,
  lazily,
  MiddleEllipsis,
  type PhoneRow,
  RelativeTime,
  Tooltip,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { FirstLabel, LabelChips } from '../labels/index.ts'
import { type Favourites, StarButton } from '../personal/index.ts'
import { isFolder, type Place, type Row } from '../place/place.ts'
import { sizeText } from '../place/sizes.ts'
import {
  PermissionChips,
  type PermissionWords,
  type Permitting,
  permissionWords,
} from './PermissionChips.tsx'

const NameLink = styled(Link)({
  display: 'flex',
  width: 'fit-content',
  maxWidth: '100%',
  minWidth: 0,
  borderRadius: 3,
  fontWeight: 500,
  color: 'inherit',
  textDecoration: 'none',
  '&[data-strong]': { fontWeight: 600 },
  // A finger leaves its hover behind.
  '@media (hover: hover)': { '&:hover': { textDecoration: 'underline' } },
  '&:focus-visible': { outlineOffset: 0 },
})

const Named = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  '& > data': { flex: 'none', fontVariantNumeric: 'tabular-nums', color: theme.vars.palette.ink3 },
  '& > small': {
    flex: 'none',
    padding: '0 5px',
    borderRadius: 3,
    ...theme.typography.mark,
    fontWeight: 500,
    color: theme.vars.palette.ink2,
    backgroundColor: theme.vars.palette.neutral.tint,
  },
}))

/** Loaded where something is new, or staged. */
const NewMark = lazily(async () => (await import('./NewMark.tsx')).NewMark, null)

interface NameProps {
  row: Row
  to: string
  found?: string | undefined
  onStar?: Favourites['onStar'] | undefined
}

function Name({ row, to, found, onStar }: NameProps) {
  return (
    <Named>
      {row.number !== null && <data value={row.number}>{row.number}</data>}
      <NameLink to={to} data-strong={isFolder(row) ? '' : undefined}>
        <MiddleEllipsis text={row.name} found={found} />
      </NameLink>
      {row.versionCount > 1 && (
        <Tooltip title={`${row.versionCount} versions`}>
          <small>
            <span aria-hidden="true">v{row.versionNumber}</span>
            <VisuallyHidden>{`${row.versionCount} versions`}</VisuallyHidden>
          </small>
        </Tooltip>
      )}
      {(row.isNew || row.newBelow > 0 || row.isStaged) && <NewMark row={row} />}
      {onStar && <StarButton row={row} onStar={onStar} />}
    </Named>
  )
}

/** What stands in the place of a row's name, if anything does: the field of its renaming. */
export type InPlaceOfName = (row: Row) => ReactNode

const PermissionsButton = styled(ButtonBase)({
  maxWidth: '100%',
  margin: '0 -4px',
  padding: '2px 4px',
  borderRadius: 4,
  fontFamily: 'inherit',
  fontSize: 'inherit',
  lineHeight: 'inherit',
  '&:hover': { textDecoration: 'underline' },
})

/** What the rows of a list are seen against. */
interface ListMarks {
  /** What was searched for, to be marked in the names. */
  readonly found?: string
  /** To whom the folder of all rows is permitted; undefined where they lie in several. */
  readonly above?: Permitting | undefined
  /** Moments show as dates, in this zone. */
  readonly zone?: string | undefined
  /** Gives or takes a star. */
  readonly onStar?: Favourites['onStar']
}

/**
 * The columns of a folder's list (DOC-06): permissions only for those who may change them, with the way to do so
 * (DOC-08), labels only where the organisation has them (DOC-07).
 */
export function columnsOf(
  { tree, principals, addresses, isReadOnly }: Place,
  inPlaceOfName: InPlaceOfName,
  onPermissions: (row: Row) => void,
  { found, above, zone, onStar }: ListMarks = {},
): Column<Row>[] {
  const kind = tree.permissionsType === 'ROLE' ? 'roles' : 'groups'
  // Widths, chips and what is read out of a row all ask for them.
  const known = new WeakMap<Row, PermissionWords>()
  const permissionsOf = (row: Row): PermissionWords => {
    const words = known.get(row) ?? permissionWords(row, principals, kind, above)
    known.set(row, words)
    return words
  }
  const columns: (Column<Row> | false)[] = [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      words: ({ versionCount, versionNumber, ...row }) =>
        numberedName(row) + (versionCount > 1 ? ` v${versionNumber} ` : ''),
      minWidth: 160,
      maxWidth: 720,
      flex: 1,
      cell: (row) =>
        inPlaceOfName(row) ?? <Name row={row} to={addresses.to(row.id)} found={found} onStar={onStar} />,
    },
    tree.org.featureFlags.documentLabels && {
      key: 'labels',
      header: 'Labels',
      words: ({ labels }) => chipWords(labels.map(({ label }) => label)),
      padding: CHIPS_AROUND,
      shownFrom: 'xl',
      cell: (row) => <LabelChips labels={row.labels} />,
    },
    tree.canEditPermissions && {
      key: 'permissions',
      header: 'Permissions',
      words: (row) => permissionText(permissionsOf(row)),
      padding: CHIPS_AROUND,
      shownFrom: 'lg',
      cell: (row) => {
        const chips = (
          <>
            <PermissionChips {...permissionsOf(row)} />
            <VisuallyHidden>{whatChipsCount(permissionsOf(row))}</VisuallyHidden>
          </>
        )
        // In a room that is frozen or archived they are read.
        return isReadOnly ? (
          <span>{chips}</span>
        ) : (
          <PermissionsButton onClick={() => onPermissions(row)}>
            <VisuallyHidden>{`Permissions of ${row.name}: `}</VisuallyHidden>
            {chips}
          </PermissionsButton>
        )
      },
    },
    { key: 'size', header: 'Size', sortable: true, width: 84, align: 'right', cell: sizeText },
    {
      key: 'modified',
      sortable: true,
      header: zone === undefined ? 'Last modified' : `Last modified (${zone})`,
      width: zone === undefined ? 100 : 160,
      cell: (row) => <RelativeTime at={row.modifiedTimestamp} />,
    },
  ]
  return columns.filter((column) => column !== false)
}

/** Px of two chips around their words, with the gap between, a dot in each and "+N" behind. */
const CHIPS_AROUND = 76

const SHOWN_CHIPS = 2

/** The words of the chips that show: their width is that of the column. */
const chipWords = (names: readonly string[]): string =>
  names
    .slice(0, SHOWN_CHIPS)
    .map((name) => name.slice(0, 20))
    .join('')

const permissionText = ({ lead, names }: PermissionWords): string =>
  `${lead} ${chipWords(names.map(({ text }) => text))}${chipWords(names.map(({ tail }) => tail))}`

/** Whom the chips of a row only count or refer to, for those who can't see that a tooltip names them. */
const whatChipsCount = ({ lead, names, permitted }: PermissionWords): string =>
  lead === 'Same as folder'
    ? `: ${permitted.join(', ')}`
    : names
        .slice(SHOWN_CHIPS)
        .map(({ text, tail }) => `, ${text}${tail}`)
        .join('')

/** The two lines of a row on a phone. */
export function phoneRowOf(
  { tree, principals, addresses }: Place,
  inPlaceOfName: InPlaceOfName,
  { found }: ListMarks = {},
): (row: Row) => PhoneRow {
  return (row) => ({
    title: inPlaceOfName(row) ?? <Name row={row} to={addresses.to(row.id)} found={found} />,
    strong: isFolder(row),
    facts: [
      row.isFavourite && <Favourite key="favourite" />,
      sizeText(row),
      <RelativeTime key="modified" at={row.modifiedTimestamp} />,
      row.labels.length > 0 && <FirstLabel key="labels" labels={row.labels} />,
      tree.canEditPermissions && (
        <Permitted key="permissions" count={row.permittedIds?.length ?? principals.length} />
      ),
    ].filter(Boolean),
  })
}

/** Few downloads take so long that it is seen. */
const Spinner = lazily(async () => (await import('@mui/material/CircularProgress')).default)

/** That a row of a phone is a favourite; its menu changes that. */
function Favourite() {
  return (
    <>
      <IconStar aria-hidden="true" fill="currentColor" />
      <VisuallyHidden>Favourite</VisuallyHidden>
    </>
  )
}

function Permitted({ count }: { count: number }) {
  return (
    <>
      <IconShieldLock aria-hidden="true" />
      <VisuallyHidden>Permitted:</VisuallyHidden>
      {count}
    </>
  )
}

/**
 * The picture before a name; a spinner while the file's download address is asked for (DOP-20).
 * @param onLost hears of a thumbnail that did not load
 */
export function glyphOf(downloading: ReadonlySet<string>, onLost: () => void = () => {}) {
  return (row: Row) => {
    if (downloading.has(row.id)) {
      return (
        <span style={{ display: 'inline-flex', width: 22, justifyContent: 'center', flex: 'none' }}>
          <Spinner size={16} thickness={5} aria-label={`Preparing ${row.name}`} />
        </span>
      )
    }
    if (isFolder(row)) return <FolderGlyph />
    return <FileGlyph name={row.name} thumbnail={row.thumbnailUrl} onLost={onLost} />
  }
}
