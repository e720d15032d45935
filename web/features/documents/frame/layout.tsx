import { styled } from '@mui/material/styles'

/** All that a document page holds, up to the gutters of the window and down to its foot. */
export const Page = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  minWidth: 0,
  padding: '0 var(--page-gutter) 24px',
  [theme.breakpoints.down('md')]: { paddingBottom: 16 },
}))

/** The row above a list or a preview: where one is, and what one may do there. */
export const ToolRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  height: 60,
  flex: 'none',
  minWidth: 0,
  '& > div:last-of-type': { display: 'flex', alignItems: 'center', gap: 8, flex: 'none' },
  [theme.breakpoints.down('md')]: { height: 57, gap: 4, marginRight: -12 },
}))

/** Stretches what it holds over the rest of the page. */
export const Fill = styled('div')({ display: 'grid', flex: 1 })
