import { styled } from '@mui/material/styles'
import { Tooltip } from './Tooltip.tsx'

/** Characters kept at the end of a cut name: enough for its version and extension. */
const TAIL = 20
/** Shorter names are cut at their end, if at all. */
const SPLIT_FROM = 28

const Whole = styled('span')({
  display: 'flex',
  minWidth: 0,
  maxWidth: '100%',
  whiteSpace: 'pre',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > span:first-of-type': { flex: '0 1 auto', minWidth: 0 },
  '& > span + span': { flex: '0 0 auto', maxWidth: '100%' },
})

/** Where a name is parted: its head gives way first, its tail stays, since the end tells versions apart. */
export function splitName(text: string): [head: string, tail: string] {
  const characters = [...text]
  if (characters.length <= SPLIT_FROM) return [text, '']
  return [characters.slice(0, -TAIL).join(''), characters.slice(-TAIL).join('')]
}

function isCut(element: Element): boolean {
  return [...element.children].some((part) => part.scrollWidth > part.clientWidth)
}

/** A name on one line that loses its middle where it does not fit; the whole name is in the tooltip. */
export function MiddleEllipsis({ text }: { text: string }) {
  const [head, tail] = splitName(text)
  return (
    <Tooltip title={text} when={isCut}>
      <Whole>
        <span>{head}</span>
        {tail && <span>{tail}</span>}
      </Whole>
    </Tooltip>
  )
}
