import Button from '@mui/material/Button'
import { IconRefresh } from '@tabler/icons-react'
import { Actions, EmptyState, FileGlyph, Panel, PanelBar, RelativeTime } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { isGivenFile, type OpenDocument } from '../place/place.ts'
import { sizeText } from '../place/sizes.ts'
import { DownloadButton, type FileDownload } from './FileBar.tsx'
import { InPlace } from './layout.tsx'
import type { Failure } from './reading/failure.ts'

const Card = styled(Panel)({ maxWidth: 520, margin: '0 auto' })

const FileHead = styled(PanelBar)(({ theme }) => ({
  background: 'none',
  padding: 14,
  '& > div': { minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' },
  '& small': { display: 'block', ...theme.typography.note },
}))

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
    <InPlace>
      <Card>
        <FileHead>
          <FileGlyph name={file.name} />
          <div>
            {file.name}
            <small>
              {sizeText(file)} · <RelativeTime at={file.modifiedTimestamp} />
            </small>
          </div>
        </FileHead>
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
    </InPlace>
  )
}
