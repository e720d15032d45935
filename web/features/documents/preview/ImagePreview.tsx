import { styled } from '@mui/material/styles'
import type { PreviewProps } from './Preview.tsx'

const Stage = styled('div')({
  display: 'grid',
  flex: 1,
  minHeight: 0,
  padding: 24,
  placeItems: 'center',
  overflow: 'hidden',
})

const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  maxWidth: '100%',
  maxHeight: '100%',
  minHeight: 0,
  border: `1px solid ${theme.vars.palette.line}`,
  // Pictures with transparent parts are made for paper.
  backgroundColor: theme.vars.palette.common.white,
}))

/** A picture as a whole, never larger than it is. */
export function ImagePreview({ name, url, onFailed }: PreviewProps) {
  return (
    <Stage>
      <Picture
        src={url}
        alt={name}
        onError={() => onFailed('This image could not be shown. The file may be damaged.')}
      />
    </Stage>
  )
}
