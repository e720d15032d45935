import { styled } from '../theme/styled.tsx'

const Mark = styled('mark')(({ theme }) => ({
  borderRadius: 2,
  color: theme.vars.palette.ink,
  backgroundColor: theme.vars.palette.sun.tint,
  boxShadow: `inset 0 -2px ${theme.vars.palette.sun.main}`,
}))

interface MarkedTextProps {
  text: string
  /** Where marks begin and end, in the order of the text; one may lie over the next. */
  marks: readonly { readonly start: number; readonly end: number }[]
}

/** A text with what was searched for marked. */
export function MarkedText({ text, marks }: MarkedTextProps) {
  const pieces: { text: string; isMark: boolean; at: number }[] = []
  let done = 0
  for (const { start, end } of marks) {
    if (end <= done) continue
    const from = Math.max(start, done)
    if (from > done) pieces.push({ text: text.slice(done, from), isMark: false, at: done })
    pieces.push({ text: text.slice(from, end), isMark: true, at: from })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done), isMark: false, at: done })
  return pieces.map((piece) =>
    piece.isMark ? <Mark key={piece.at}>{piece.text}</Mark> : <span key={piece.at}>{piece.text}</span>,
  )
}
