import type { SxProps, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { styled } from '../../../ui/theme/styled.tsx'

/** All that a document page holds, up to the gutters of the window and down to its foot. */
export const Page = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  padding: '0 var(--page-gutter) 24px',
  // What sticks below the tools stands under them.
  '& > [data-tools] ~ *': { '--sticky-tools': '60px' },
  [theme.breakpoints.down('md')]: {
    paddingBottom: 16,
    '& > [data-tools] ~ *': { '--sticky-tools': '57px' },
  },
}))

/** The row above a list or a preview: where one is, and what one may do there. It stays in sight. */
const Tools = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 'var(--sticky-top, 0px)',
  zIndex: 3,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  height: 60,
  flex: 'none',
  minWidth: 0,
  // Over what passes under it, up to the edges of the window.
  margin: '0 calc(-1 * var(--page-gutter))',
  padding: '0 var(--page-gutter)',
  backgroundColor: theme.vars.palette.background.default,
  '& > div:last-of-type': { display: 'flex', alignItems: 'center', gap: 8, flex: 'none' },
  [theme.breakpoints.down('md')]: {
    height: 57,
    gap: 4,
    paddingRight: 'calc(var(--page-gutter) - 12px)',
    // An icon stands in the middle of its button; an outline ends where the page does.
    '& > div:last-of-type > .MuiButton-outlined:last-child': { marginRight: 12 },
  },
  '@media print': { position: 'static' },
}))

export const ToolRow = ({ children, sx }: { children: ReactNode; sx?: SxProps<Theme> }) => (
  <Tools data-tools="" {...(sx && { sx })}>
    {children}
  </Tools>
)

/** Stretches what it holds over the rest of the page. */
export const Fill = styled('div')({ display: 'grid', flex: 1 })
