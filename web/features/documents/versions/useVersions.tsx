import { IconVersions } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Command, lazily } from '../../../ui/index.ts'
import { useStaged } from '../place/useStaged.ts'
import type { Versioned } from './VersionsDialog.tsx'

const VersionsDialog = lazily(async () => (await import('./VersionsDialog.tsx')).VersionsDialog)

/** The way to the versions of a file. */
export interface Versions {
  /** For files that have been uploaded more than once (UPL-36). */
  readonly command: Command<Versioned>
  readonly dialog: ReactNode
}

const NOTHING_STAGED: readonly Versioned[] = []

/** @param refresh reads again what shows the file */
export function useVersions(refresh: () => Promise<unknown>): Versions {
  const [staged, setStaged] = useStaged(NOTHING_STAGED)
  const [file] = staged
  return {
    command: {
      key: 'versions',
      label: 'Versions',
      icon: <IconVersions />,
      fits: ({ versionCount }) => versionCount > 1,
      run: setStaged,
    },
    dialog: file && (
      <VersionsDialog
        file={file}
        onClose={() => setStaged(NOTHING_STAGED)}
        onChanged={() => void refresh().catch(() => {})}
      />
    ),
  }
}
