import { Link } from 'react-router'
import { numberedName } from '../../../../shared/numberedNames.ts'
import { type Column, MiddleEllipsis } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Place } from '../place/place.ts'

/** An entry with where it lies. */
export interface Placed {
  readonly id: string
  readonly parentId: string | null
  readonly ancestors: readonly {
    readonly id: string
    readonly name: string
    readonly number: string | null
  }[]
}

/** The name of a document that leads to it. */
export const DocumentLink = styled(Link)({
  display: 'flex',
  width: 'fit-content',
  maxWidth: '100%',
  minWidth: 0,
  borderRadius: 3,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
})

/** Characters that the end of a place keeps: the folder that an entry lies in tells more than those above. */
const PLACE_TAIL = 22

/** The folders that an entry lies in, from the root on. */
export const pathOf = ({ ancestors }: Placed): string => ancestors.map(numberedName).join(' / ')

/** Address of the folder that an entry lies in, with the entry marked (DOC-23). */
export const folderAddress = ({ addresses }: Place, { id, parentId, ancestors }: Placed): string =>
  addresses.toRow(parentId ?? ancestors.at(-1)?.id ?? id, id)

/** Where entries of several folders lie, each with the way there. */
export const folderColumn = <Row extends Placed>(place: Place): Column<Row> => ({
  key: 'place',
  header: 'Folder',
  words: pathOf,
  minWidth: 160,
  maxWidth: 560,
  cell: (row) => (
    <DocumentLink to={folderAddress(place, row)}>
      <MiddleEllipsis text={pathOf(row)} tail={PLACE_TAIL} />
    </DocumentLink>
  ),
})
