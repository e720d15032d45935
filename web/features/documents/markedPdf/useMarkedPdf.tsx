import type { ReactNode } from 'react'
import { type Command, lazily } from '../../../ui/index.ts'
import { downloadCommand } from '../operations/index.ts'
import { type FileRef, isFolder, isGivenMarkedPdf, type Row } from '../place/place.ts'
import { useStaged } from '../place/useStaged.ts'

const MarkedPdfDialog = lazily(async () => (await import('./MarkedPdfDialog.tsx')).MarkedPdfDialog)

const NOTHING_STAGED: readonly FileRef[] = []

/** The way to files as PDFs that bear the person's mark (VIEW-29). @param versionId of the version that is shown */
export function useMarkedPdf(versionId?: string): {
  readonly command: Command<FileRef & Pick<Row, 'level' | 'size' | 'fileType'>>
  readonly dialog: ReactNode
} {
  const [staged, setStaged] = useStaged(NOTHING_STAGED)
  return {
    command: {
      ...downloadCommand((files) =>
        setStaged(files.filter(isGivenMarkedPdf).map(({ id, name }) => ({ id, name, versionId }))),
      ),
      key: 'marked-pdf',
      label: 'Download marked PDF',
      fits: (file) => !isFolder(file) && isGivenMarkedPdf(file),
      refusal: (chosen) => (chosen.some(isFolder) ? 'Only files can be downloaded one by one.' : undefined),
    },
    dialog: staged.length > 0 && <MarkedPdfDialog files={staged} onClose={() => setStaged(NOTHING_STAGED)} />,
  }
}
