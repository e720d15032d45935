import { styled } from '@mui/material/styles'
import { hashOf } from './hash.ts'
import type { Tone } from './theme/tokens.ts'

const TONES = ['accent', 'violet', 'success', 'info', 'warning'] as const

/** First letters of the first and the last word of a name; one letter when there is one word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en-US') ?? '').join('')
}

const Disc = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  borderRadius: '50%',
  fontWeight: 600,
  lineHeight: 1,
  userSelect: 'none',
})

export interface AvatarProps {
  name: string
  /** Diameter in px. */
  size?: 20 | 26 | 32
  /** Without one, the name decides. */
  tone?: Tone
}

const LETTERS = { 20: 9, 26: 10.5, 32: 12 }

/** A person's initials; hidden from screen readers, since the name always stands beside it. */
export function Avatar({ name, size = 26, tone }: AvatarProps) {
  const color = tone ?? TONES[hashOf(name) % TONES.length] ?? 'accent'
  return (
    <Disc
      aria-hidden="true"
      style={{
        width: size,
        height: size,
        fontSize: LETTERS[size],
        color: `var(--hr-palette-${color}-text)`,
        backgroundColor: `var(--hr-palette-${color}-tint)`,
      }}
    >
      {initialsOf(name)}
    </Disc>
  )
}
