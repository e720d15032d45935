import { styled } from '@mui/material/styles'
import type { PreviewProps } from './Preview.tsx'

const Frame = styled('iframe')(({ theme }) => ({
  flex: 1,
  border: 0,
  margin: 16,
  outline: `1px solid ${theme.vars.palette.line}`,
  colorScheme: 'light',
  backgroundColor: theme.vars.palette.common.white,
}))

/** Plain text in a frame of its own origin, in which nothing runs (DOC-43). */
export function TextPreview({ name, url }: PreviewProps) {
  return <Frame src={url} title={name} sandbox="" />
}
