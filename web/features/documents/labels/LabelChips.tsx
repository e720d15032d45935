import { ChipList } from '../../../ui/index.ts'
import type { Row } from '../place.ts'

/** The labels of a document, each with its colour, and words that can be read on any (PERM-14). */
export function LabelChips({ labels }: Pick<Row, 'labels'>) {
  const items = labels.map(({ id, label, colour }) => ({ key: id, text: label, labelColor: colour }))
  return <ChipList items={items} longest={16} kept={14} />
}
