import { styled } from '@mui/material/styles'
import { Chip, Tooltip } from '../../../ui/index.ts'
import type { Row } from '../place.ts'

const SHOWN = 2
/** Characters of a label in a row; the whole one is in its tooltip. */
const LONGEST = 16

const Chips = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 4, maxWidth: '100%' })

/** The labels of a document, each with its colour, and words that can be read on any (PERM-14). */
export function LabelChips({ labels }: Pick<Row, 'labels'>) {
  const folded = labels.slice(SHOWN)
  return (
    <Chips>
      {labels.slice(0, SHOWN).map(({ id, label, colour }) => {
        const short = shortLabel(label)
        return (
          <Tooltip key={id} title={short === label ? '' : label}>
            <span>
              <Chip labelColor={colour}>{short}</Chip>
            </span>
          </Tooltip>
        )
      })}
      {folded.length > 0 && (
        <Tooltip title={folded.map(({ label }) => label).join(', ')}>
          <span>+{folded.length}</span>
        </Tooltip>
      )}
    </Chips>
  )
}

function shortLabel(label: string): string {
  const characters = [...label]
  return characters.length > LONGEST
    ? `${characters
        .slice(0, LONGEST - 2)
        .join('')
        .trimEnd()}…`
    : label
}
