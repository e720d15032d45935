import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Command, lazily } from '../../../ui/index.ts'
import { type FileRef, usePlace } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'

const FindMarksDialog = lazily(async () => (await import('./FindMarksDialog.tsx')).FindMarksDialog)

const NOTHING_STAGED: readonly FileRef[] = []

/** The way to areas that are found in files and below folders (REDACT-07), for whoever may redact. */
export function useFindMarks(): { readonly command: Command<FileRef>; readonly dialog: ReactNode } {
  const { tree } = usePlace()
  const [staged, setStaged] = useStaged(NOTHING_STAGED)
  return {
    command: {
      key: 'find-marks',
      label: 'Find text to redact',
      icon: <IconSearch />,
      many: true,
      allowed: tree.canRedact,
      run: setStaged,
    },
    dialog: staged.length > 0 && (
      <FindMarksDialog documents={staged} onClose={() => setStaged(NOTHING_STAGED)} />
    ),
  }
}
