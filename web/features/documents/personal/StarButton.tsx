import IconButton from '@mui/material/IconButton'
import { IconStar } from '@tabler/icons-react'
import { useState } from 'react'
import { Tooltip } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { Row } from '../place/place.ts'
import type { Favourites } from './useFavourites.tsx'

const Button = styled(IconButton)(({ theme }) => ({
  flex: 'none',
  width: 24,
  height: 24,
  minHeight: 0,
  padding: 0,
  color: theme.vars.palette.ink3,
  '&[aria-pressed="true"]': { color: theme.vars.palette.sun.main, '& > svg': { fill: 'currentColor' } },
  // Of others it shows where one points, or comes by the keyboard; a finger has the menu.
  '&[aria-pressed="false"]:not(:focus-visible)': { opacity: 0 },
  '[role="row"]:hover &&': { opacity: 1 },
  '@media (hover: none)': { '&[aria-pressed="false"]': { display: 'none' } },
}))

interface StarButtonProps extends Pick<Favourites, 'onStar'> {
  row: Pick<Row, 'id' | 'name' | 'isFavourite'>
}

/** The star behind a name: filled for a favourite (INDEX-08). Turns immediately, and back where that failed. */
export function StarButton({ row, onStar }: StarButtonProps) {
  const [wanted, setWanted] = useState<boolean>()
  const isOn = wanted ?? row.isFavourite
  const turn = async () => {
    if (wanted !== undefined) return
    setWanted(!isOn)
    await onStar(row)
    setWanted(undefined)
  }
  return (
    <Tooltip title={isOn ? 'Remove from favourites' : 'Add to favourites'}>
      <Button aria-label={`Favourite: ${row.name}`} aria-pressed={isOn} onClick={() => void turn()}>
        <IconStar size={15} />
      </Button>
    </Tooltip>
  )
}
