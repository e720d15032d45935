import { shortened } from '../text/shortened.ts'
import { Tooltip } from '../text/Tooltip.tsx'
import { styled } from '../theme/styled.tsx'
import { Chip } from './Chip.tsx'

/** Chips that show; the others are counted. */
const SHOWN = 2

const Chips = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, maxWidth: '100%' })

interface ChipListProps {
  /** The tail stays whole behind a text that is shortened. */
  items: readonly { key: string; text: string; tail?: string; labelColor?: string }[]
  /** A text of more characters than `longest` shows the first `kept`; the whole one is in its tooltip. */
  longest: number
  kept: number
}

/** Two names as chips, then "+N" with the others in its tooltip (PERM-07). */
export function ChipList({ items, longest, kept }: ChipListProps) {
  const folded = items.slice(SHOWN)
  return (
    <Chips>
      {items.slice(0, SHOWN).map(({ key, text, tail = '', labelColor }) => {
        const short = shortened(text, longest, kept)
        return (
          <Tooltip key={key} title={short === text ? '' : text + tail}>
            <span>
              <Chip labelColor={labelColor}>{short + tail}</Chip>
            </span>
          </Tooltip>
        )
      })}
      {folded.length > 0 && (
        <Tooltip title={folded.map(({ text, tail = '' }) => text + tail).join(', ')}>
          <span>+{folded.length}</span>
        </Tooltip>
      )}
    </Chips>
  )
}
