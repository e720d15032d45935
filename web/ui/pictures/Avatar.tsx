import { useState } from 'react'
import { styled } from '../theme/styled.tsx'
import type { Tone } from '../theme/tokens.ts'
import { hashOf } from './hash.ts'

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
  overflow: 'hidden',
  '& > img': { width: '100%', height: '100%', objectFit: 'cover' },
})

interface AvatarProps {
  name: string
  /** Diameter in px. */
  size?: 20 | 26 | 32 | 96
  /** Without one, the name decides. */
  tone?: Tone
  /** Address of the person's picture; the initials stand where there is none, or where it can't be read. */
  picture?: string | null | undefined
}

const LETTERS = { 20: 9, 26: 10.5, 32: 12, 96: 34 }

/** A person's picture or initials; hidden from screen readers, since the name always stands beside it. */
export function Avatar({ name, size = 26, tone, picture }: AvatarProps) {
  const [unreadable, setUnreadable] = useState<string>()
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
      {picture && picture !== unreadable ? (
        <img src={picture} alt="" onError={() => setUnreadable(picture)} />
      ) : (
        initialsOf(name)
      )}
    </Disc>
  )
}
