import { ChipList, LabelDot, shortened, VisuallyHidden } from '../../../ui/index.ts'
import type { Row } from '../place/place.ts'

/** Characters of a label, and how many of a longer one show. */
const LENGTH = { longest: 16, kept: 14 }

/** The labels of a document, each with its colour, and words that can be read on any (PERM-14). */
export function LabelChips({ labels }: Pick<Row, 'labels'>) {
  const items = labels.map(({ id, label, colour }) => ({ key: id, text: label, labelColor: colour }))
  return <ChipList items={items} {...LENGTH} />
}

/** The first label of a document in a line of other facts, and how many more it has. */
export function FirstLabel({ labels }: Pick<Row, 'labels'>) {
  const [first, ...others] = labels
  if (!first) return null
  return (
    <>
      <LabelDot color={first.colour}>{shortened(first.label, LENGTH.longest, LENGTH.kept)}</LabelDot>
      {others.length > 0 && (
        <>
          <span aria-hidden="true">+{others.length}</span>
          <VisuallyHidden>{others.map(({ label }) => label).join(', ')}</VisuallyHidden>
        </>
      )}
    </>
  )
}
