import Button from '@mui/material/Button'
import { IconChevronLeft, IconEye } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Actions, CopyLinkButton, FileGlyph, RelativeTime, useBreakpoint } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { useMarkedPdf } from '../markedPdf/index.ts'
import { useDownloads } from '../operations/useDownloads.ts'
import { isGivenFile, type OpenDocument, type Row, usePlace } from '../place/place.ts'
import { sizeText } from '../place/sizes.ts'
import { DownloadButton } from '../preview/FileBar.tsx'

const Card = styled('section')(({ theme }) => ({
  flex: '2 0 320px',
  minWidth: 0,
  overflowY: 'auto',
  padding: 24,
  [theme.breakpoints.down('md')]: { flex: 1, padding: 16 },
}))

const Picture = styled('div')(({ theme }) => ({
  display: 'grid',
  placeItems: 'center',
  maxWidth: 420,
  height: 180,
  marginBottom: 16,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.sunken,
  overflow: 'hidden',
  '& > svg': { width: 56, height: 56 },
  '& > img': { width: '100%', height: '100%', objectFit: 'contain', borderRadius: 0 },
}))

const Name = styled('h2')(({ theme }) => ({
  margin: 0,
  overflowWrap: 'anywhere',
  ...theme.typography.h3,
}))

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  gap: '4px 20px',
  margin: '12px 0 20px',
  '& > dt': { color: theme.vars.palette.ink3 },
  '& > dd': { margin: 0, color: theme.vars.palette.ink2 },
}))

/** The file that was chosen, in the last column: what it is, and the ways to it (DOC-14). */
export function FileCard({ file, folder }: { file: Row; folder: Pick<OpenDocument, 'id' | 'name'> }) {
  const { addresses } = usePlace()
  const wide = useBreakpoint('md')
  const { waiting, download } = useDownloads()
  const { command: marked, dialog } = useMarkedPdf()
  return (
    <Card aria-label={file.name}>
      {!wide && (
        <Button
          component={Link}
          to={addresses.toView(folder.id, 'columns')}
          startIcon={<IconChevronLeft />}
          variant="text"
          sx={{ mb: 1, ml: -1 }}
        >
          Back to {folder.name}
        </Button>
      )}
      <Picture>
        <FileGlyph name={file.name} thumbnail={file.thumbnailUrl} />
      </Picture>
      <Name>{file.name}</Name>
      <Facts>
        <dt>Size</dt>
        <dd>{sizeText(file)}</dd>
        <dt>Last modified</dt>
        <dd>
          <RelativeTime at={file.modifiedTimestamp} />
        </dd>
      </Facts>
      <Actions>
        <Button variant="contained" component={Link} to={addresses.to(file.id)} startIcon={<IconEye />}>
          Open
        </Button>
        {isGivenFile(file) && (
          <DownloadButton downloads={{ busy: waiting.has(file.id), start: () => void download([file]) }} />
        )}
        {marked.fits?.(file) && (
          <Button variant="text" startIcon={marked.icon} onClick={() => marked.run?.([file])}>
            {marked.label}
          </Button>
        )}
        <CopyLinkButton variant="text" link={addresses.link(file.id)} />
      </Actions>
      {dialog}
    </Card>
  )
}
