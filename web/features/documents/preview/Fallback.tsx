import { styled } from '@mui/material/styles'
import { EmptyState, FileGlyph, RelativeTime } from '../../../ui/index.ts'
import { Panel } from '../layout.tsx'
import type { OpenDocument } from '../place.ts'
import { sizeText } from '../sizes.ts'
import { DownloadButton, type FileDownload } from './FileBar.tsx'

const Place = styled('div')({ flex: 1, overflow: 'auto', padding: 24 })

const Card = styled(Panel)({ maxWidth: 520, margin: '0 auto' })

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  padding: 14,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > div': { minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' },
  '& small': { display: 'block', fontSize: 12, fontWeight: 400, color: theme.vars.palette.ink3 },
}))

export interface FallbackProps {
  file: OpenDocument
  /** Why it can't be shown, where its kind could be. */
  reason?: string
  /** What to do. */
  hint?: string | undefined
  downloads: FileDownload
}

/** In place of a preview: what the file is, and its download (DOC-13). */
export function Fallback({ file, reason, hint, downloads }: FallbackProps) {
  return (
    <Place>
      <Card>
        <Head>
          <FileGlyph name={file.name} />
          <div>
            {file.name}
            <small>
              {sizeText(file)} · <RelativeTime at={file.modifiedTimestamp} />
            </small>
          </div>
        </Head>
        <EmptyState
          title={reason ?? 'There is no preview for this kind of file.'}
          hint={hint ?? 'Download it to open it on your computer.'}
          action={<DownloadButton downloads={downloads} contained />}
        />
      </Card>
    </Place>
  )
}
