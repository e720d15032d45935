import { styled } from '@mui/material/styles'
import { Tooltip } from './Tooltip.tsx'

/** Characters that a name's end may keep: enough for its version and extension. */
const TAIL = 18

const Whole = styled('span')({
  display: 'flex',
  minWidth: 0,
  maxWidth: '100%',
  whiteSpace: 'pre',
  // Also where the name runs from right to left.
  justifyContent: 'left',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > span:first-of-type': { flex: '0 1 auto', minWidth: 0 },
  '& > span + span': { flex: '0 0 auto', maxWidth: '100%' },
})

/**
 * Where a name is parted: its head gives way first, its tail stays, since the end tells versions apart. The
 * tail starts at a word where there is one within its length.
 */
export function splitName(text: string, longest: number = TAIL): [head: string, tail: string] {
  const characters = [...text]
  if (characters.length <= longest + 8) return [text, '']
  const end = characters.slice(-longest).join('')
  const word = end.search(/ \S/u)
  const tail = word < 0 ? end : end.slice(word + 1)
  return [text.slice(0, text.length - tail.length), tail]
}

function isCut(element: Element): boolean {
  return [...element.children].some((part) => part.scrollWidth > part.clientWidth)
}

export interface MiddleEllipsisProps {
  text: string
  /** How many characters the end keeps at most. */
  tail?: number
}

/** A name on one line that loses its middle where it does not fit; the whole name is in the tooltip. */
export function MiddleEllipsis({ text, tail: longest }: MiddleEllipsisProps) {
  const [head, tail] = splitName(text, longest)
  return (
    <Tooltip title={text} when={isCut}>
      {/* A name that runs from right to left begins at the right, and so must be cut at the left. */}
      <Whole dir={tail ? 'auto' : undefined}>
        <span>{head}</span>
        {tail && <span dir="auto">{tail}</span>}
      </Whole>
    </Tooltip>
  )
}
