import { useLayoutEffect, useRef } from 'react'
import { styled } from '../theme/styled.tsx'
import { Tooltip } from './Tooltip.tsx'

/** Characters that a name's end may keep: enough for its version and extension. */
const TAIL = 18

const Whole = styled('span')(({ theme }) => ({
  display: 'flex',
  minWidth: 0,
  maxWidth: '100%',
  whiteSpace: 'pre',
  // Also where the name runs from right to left.
  justifyContent: 'left',
  // Clipped, not hidden: what is found in the page must not scroll the name's beginning out of sight.
  '& > span': { flex: '0 1 auto', minWidth: 0, overflow: 'clip', textOverflow: 'ellipsis' },
  '& mark': {
    borderRadius: 2,
    color: 'inherit',
    backgroundColor: theme.vars.palette.sun.tint,
    boxShadow: `inset 0 -2px ${theme.vars.palette.sun.main}`,
  },
  // The end is drawn, and is no text: the name is copied, found and spoken once, as a whole.
  '&[data-cut][data-tail]::after': {
    content: ['attr(data-tail)', 'attr(data-tail) / ""'],
    flex: '0 0 auto',
    maxWidth: '100%',
    overflow: 'clip',
    textOverflow: 'ellipsis',
    unicodeBidi: 'plaintext',
  },
}))

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

const isCut = (element: Element): boolean => element.hasAttribute('data-cut')

/** Marks a name that does not fit. It is one text either way, so that its mark changes nothing of its width. */
function look(element: Element) {
  const text = element.firstElementChild
  const cut = text !== null && element.clientWidth > 0 && text.scrollWidth > element.clientWidth
  if (cut !== isCut(element)) element.toggleAttribute('data-cut', cut)
}

const names = new Set<Element>()
let observer: ResizeObserver | undefined

/** Looks at a name whenever its room changes, after the browser has laid it out and before it is painted. */
function follow(element: Element): () => void {
  if (!observer) {
    observer = new ResizeObserver((entries) => {
      for (const { target } of entries) look(target)
    })
    // Another font has other widths.
    document.fonts?.addEventListener('loadingdone', () => {
      for (const name of names) look(name)
    })
  }
  names.add(element)
  observer.observe(element)
  return () => {
    names.delete(element)
    observer?.unobserve(element)
  }
}

interface MiddleEllipsisProps {
  text: string
  /** How many characters the end keeps at most. */
  tail?: number
  /** What was searched for: marked wherever it occurs, regardless of case. */
  found?: string | undefined
}

/** The text in pieces, every second of which is what was searched for. */
function piecesOf(text: string, found: string): string[] {
  const [folded, sought] = [text.toLowerCase(), found.toLowerCase()]
  // Some letters have a lower case of another length: then places in one text are none in the other.
  if (sought === '' || folded.length !== text.length) return [text]
  const pieces: string[] = []
  let from = 0
  for (let at = folded.indexOf(sought); at !== -1; at = folded.indexOf(sought, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + sought.length))
    from = at + sought.length
  }
  return [...pieces, text.slice(from)]
}

const marked = (text: string, found: string) =>
  piecesOf(text, found).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name than their place
    at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece,
  )

/**
 * A name on one line that loses its middle where it does not fit; the whole name is in the tooltip. It is one text
 * for everything but the eye.
 */
export function MiddleEllipsis({ text, tail: longest, found }: MiddleEllipsisProps) {
  const whole = useRef<HTMLSpanElement>(null)
  const [, tail] = splitName(text, longest)
  useLayoutEffect(() => {
    if (whole.current) return follow(whole.current)
  }, [])
  const before = useRef(text)
  useLayoutEffect(() => {
    if (before.current === text || !whole.current) return
    before.current = text
    look(whole.current)
  }, [text])
  return (
    <Tooltip title={text} when={isCut}>
      {/* A name that runs from right to left begins at the right, and so must be cut at the left. */}
      <Whole ref={whole} dir={tail ? 'auto' : undefined} data-tail={tail || undefined}>
        <span>{found ? marked(text, found) : text}</span>
      </Whole>
    </Tooltip>
  )
}
