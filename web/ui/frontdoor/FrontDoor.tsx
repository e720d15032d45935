import type { ReactNode } from 'react'
import { Wordmark } from '../pictures/Mark.tsx'
import { styled } from '../theme/styled.tsx'
import { useBreakpoint } from '../theme/useBreakpoint.ts'
import { SunPath } from './SunPath.tsx'

const Page = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minHeight: '100dvh',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: '580px minmax(0, 1fr)' },
  '&[data-prose]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  [theme.breakpoints.up('xl')]: { '&[data-prose]': { gridTemplateColumns: '832px minmax(0, 1fr)' } },
}))

const Column = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateRows: '1fr auto 1fr',
  gap: 32,
  padding: '22px 56px',
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('md')]: { padding: '20px 16px 16px' },
}))

const Brand = styled('header')(({ theme }) => ({
  paddingTop: 18,
  [theme.breakpoints.down('md')]: { paddingTop: 0 },
}))

const Middle = styled('main')({
  justifySelf: 'center',
  width: '100%',
  maxWidth: 356,
  '[data-prose] &': { maxWidth: 720 },
})

const DoorFooter = styled('footer')(({ theme }) => ({
  alignSelf: 'end',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 20,
  minHeight: 16,
  ...theme.typography.note,
  '& a': { color: 'inherit', fontWeight: 400, textDecoration: 'none' },
  '& a:hover': { color: theme.vars.palette.accent.text, textDecoration: 'underline' },
}))

const Drawing = styled('div')({ position: 'sticky', top: 0, height: '100dvh', overflow: 'hidden' })

interface FrontDoorProps {
  /** Heading and form, 356 px wide; 720 px for prose. */
  children: ReactNode
  prose?: boolean
  /** Links at the foot of the column. */
  foot?: ReactNode
}

/** The page of those who are not inside: signing in, invitations, codes, the licence, and what is not found. */
export function FrontDoor({ children, prose = false, foot }: FrontDoorProps) {
  const wide = useBreakpoint(prose ? 'xl' : 'lg')
  return (
    <Page data-prose={prose ? '' : undefined}>
      <Column>
        <Brand>
          <Wordmark large />
        </Brand>
        <Middle id="main">{children}</Middle>
        <DoorFooter>{foot}</DoorFooter>
      </Column>
      {wide && (
        <Drawing data-print="off">
          <SunPath />
        </Drawing>
      )}
    </Page>
  )
}
