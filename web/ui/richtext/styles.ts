import type { Theme } from '@mui/material/styles'

/** Blocks of a rich text, where it is read and where it is written. */
export const richTextStyles = (theme: Pick<Theme, 'vars'>) =>
  ({
    overflowWrap: 'anywhere',
    '& p': { margin: 0, minHeight: 20 },
    '& p + p, & ul + p, & ol + p, & blockquote + p': { marginTop: 6 },
    '& ul, & ol': { margin: '4px 0', paddingLeft: 22 },
    '& li > p + p': { marginTop: 4 },
    '& blockquote': {
      margin: '4px 0',
      paddingLeft: 10,
      borderLeft: `2px solid ${theme.vars.palette.lineStrong}`,
      color: theme.vars.palette.ink2,
    },
    '& a': { color: theme.vars.palette.accent.text },
  }) as const
