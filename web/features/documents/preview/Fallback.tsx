import Button from '@mui/material/Button'
import { IconRefresh } from '@tabler/icons-react'
import { EmptyState, FileGlyph, Panel, RelativeTime } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isGivenFile, type OpenDocument } from '../place/place.ts'
import { sizeText } from '../place/sizes.ts'
import { DownloadButton, type FileDownload } from './FileBar.tsx'
import type { Failure } from './reading/failure.ts'

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

const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })

interface FallbackProps {
  file: OpenDocument
  /** Why it can't be shown, where its kind could be. */
  failure?: Failure
  /** Shows it once more, where that may help. */
  onRetry?: (() => void) | undefined
  downloads: FileDownload
}

/** In place of a preview: what the file is, and its download (DOC-13). */
export function Fallback({ file, failure, onRetry, downloads }: FallbackProps) {
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
          title={failure?.reason ?? 'There is no preview for this kind of file.'}
          hint={failure?.hint ?? 'Download it to open it on your computer.'}
          action={
            <Actions>
              {onRetry && (
                <Button variant="contained" startIcon={<IconRefresh />} onClick={onRetry}>
                  Try again
                </Button>
              )}
              {isGivenFile(file) && <DownloadButton downloads={downloads} contained={!onRetry} />}
            </Actions>
          }
        />
      </Card>
    </Place>
  )
}
