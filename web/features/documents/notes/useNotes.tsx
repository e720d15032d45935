import { IconNote } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Command, lazily } from '../../../ui/index.ts'
import type { Row } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'

const NoteDialog = lazily(async () => (await import('./NoteDialog.tsx')).NoteDialog)

type Noted = Pick<Row, 'id' | 'name'>

/** The way to the private notes on a document (INDEX-12). */
export interface Notes {
  readonly command: Command<Noted>
  readonly dialog: ReactNode
}

const NOTHING_STAGED: readonly Noted[] = []

export function useNotes(): Notes {
  const [staged, setStaged] = useStaged(NOTHING_STAGED)
  const [document] = staged
  return {
    command: { key: 'note', label: 'Private note', icon: <IconNote />, run: setStaged },
    dialog: document && <NoteDialog document={document} onClose={() => setStaged(NOTHING_STAGED)} />,
  }
}
