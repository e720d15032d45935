import Button from '@mui/material/Button'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { MIN_PLACED_TEXT } from '../../../../../shared/pageText.ts'
import { isCovered } from '../../../../../shared/redactions.ts'
import { errorText } from '../../../../graphql/errors.ts'
import { PanelBar, SearchField, useToast } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import { type AskPlaces, type Place, usePlaces } from '../pages/usePlaces.ts'
import { Tool } from '../pdf/PdfBar.tsx'
import type { EditedArea } from './areas.ts'
import { ReasonField } from './ReasonField.tsx'

const MarkingTools = styled(PanelBar)(({ theme }) => ({
  height: 44,
  ...theme.typography.body1,
  color: theme.vars.palette.ink2,
  '& > span': { whiteSpace: 'nowrap' },
  '& > i': { flex: 1 },
}))

interface RedactionToolsProps {
  askPlaces: AskPlaces
  areas: readonly EditedArea[]
  /** The page in view, from 1. */
  page: number
  reason: string
  onReason: (reason: string) => void
  onFound: (places: readonly Place[]) => void
  /** Covers places at which a text stands. */
  onCover: (places: readonly Place[], words: string) => void
  onWords: () => void
  /** Finds lists of names and patterns in the file, or in all of its folder. */
  onFind: () => void
  onUndo: () => void
  onRedo: () => void
}

/** The reason of what is marked next, and all places of a text by one press (REDACT-03). */
export function RedactionTools(props: RedactionToolsProps) {
  const { askPlaces, areas, page, reason, onReason, onFound, onCover, onWords, onFind, onUndo, onRedo } =
    props
  const toast = useToast()
  const [text, setText] = useState('')
  const find = usePlaces(
    async (asked, signal) => {
      const found = await askPlaces(asked, signal)
      if (!signal.aborted) onFound(found.places)
      return found
    },
    () => page,
    (error) => toast.error(errorText(error)),
  )
  const search = useCallback(
    (typed: string) => {
      setText(typed)
      find.setTerm(typed)
      if ([...typed.trim()].length < MIN_PLACED_TEXT) onFound([])
    },
    [find.setTerm, onFound],
  )
  const { matches, isDone, isCut } = find.found
  const open = matches.filter((place) => !isCovered(place, areas))
  const isFound = isDone && [...find.term.trim()].length >= MIN_PLACED_TEXT
  const places = matches.length === 1 ? '1 place' : `${matches.length}${isCut ? '+' : ''} places`
  return (
    <MarkingTools>
      <span>Reason</span>
      <ReasonField label="Reason of what is marked next" value={reason} onChange={onReason} />
      <Button size="small" variant="outlined" onClick={onWords}>
        Choose words
      </Button>
      <Button size="small" variant="outlined" onClick={onFind}>
        Find in files...
      </Button>
      <SearchField value={text} onChange={search} label="Search for words" width={196} />
      <span role="status">
        {isFound &&
          (matches.length === 0 ? 'Not found' : `${places}, ${matches.length - open.length} covered`)}
      </span>
      {isFound && open.length > 0 && (
        <Button size="small" variant="outlined" onClick={() => onCover(open, find.term.trim())}>
          Cover {open.length === matches.length ? open.length : `${open.length} more`}
        </Button>
      )}
      <i />
      <Tool label="Undo" onClick={onUndo}>
        <IconArrowBackUp size={17} />
      </Tool>
      <Tool label="Redo" onClick={onRedo}>
        <IconArrowForwardUp size={17} />
      </Tool>
    </MarkingTools>
  )
}
