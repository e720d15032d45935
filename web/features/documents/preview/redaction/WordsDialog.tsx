import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { folded, MAX_PLACED_TEXT, MIN_PLACED_TEXT } from '../../../../../shared/pageText.ts'
import { errorText } from '../../../../graphql/errors.ts'
import { BusyButton, Dialog, DialogBody, DialogFoot, EmptyState, ErrorState } from '../../../../ui/index.ts'
import { styled } from '../../../../ui/theme/styled.tsx'
import type { AskPlaces, Place } from '../pages/usePlaces.ts'

const Words = styled('div')({ whiteSpace: 'pre-wrap', userSelect: 'text', overflowWrap: 'anywhere' })

interface WordsDialogProps {
  /** From 1. */
  page: number
  /** What is written on it; null where words are not given. */
  words: string | null
  askPlaces: AskPlaces
  onCover: (places: readonly Place[], words: string) => void
  onClose: () => void
}

const bare = (text: string): string => folded(text).replace(/\s+/g, ' ')

/** Words of a page that are selected where they stand, to be covered (REDACT-03). */
export function WordsDialog({ page, words, askPlaces, onCover, onClose }: WordsDialogProps) {
  const text = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const cover = async () => {
    const selection = window.getSelection()
    const chosen = selection?.toString().replace(/\s+/g, ' ').trim() ?? ''
    const isHere = selection?.anchorNode && text.current?.contains(selection.anchorNode)
    const { length } = [...chosen]
    if (!isHere || length < MIN_PLACED_TEXT || length > MAX_PLACED_TEXT) {
      return setProblem(`Please select ${MIN_PLACED_TEXT} to ${MAX_PLACED_TEXT} characters.`)
    }
    const range = document.createRange()
    range.selectNodeContents(text.current as Node)
    const selected = selection.getRangeAt(0)
    range.setEnd(selected.startContainer, selected.startOffset)
    // The same words may stand on the page before.
    const before = bare(range.toString()).split(bare(chosen)).length - 1
    setBusy(true)
    try {
      const { places } = await askPlaces(chosen, new AbortController().signal)
      const here = places.filter((place) => place.page === page)
      const place = here[before] ?? here.at(-1)
      if (!place) return setProblem('These words could not be found on the page. Please drag over them.')
      onCover([place], chosen)
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={`Words of page ${page}`} busy={busy}>
      <DialogBody>
        {problem && <ErrorState message={problem} />}
        {words?.trim() ? (
          <Words ref={text}>{words}</Words>
        ) : (
          <EmptyState title="This page has no words." hint="Drag over it to choose an area." />
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose} disabled={busy}>
          Close
        </Button>
        <BusyButton busy={busy} variant="contained" disabled={!words?.trim()} onClick={() => void cover()}>
          Cover the selected words
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
