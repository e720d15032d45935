import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/index.ts'

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '0 16px',
  padding: '14px var(--page-gutter) 12px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('md')]: { paddingBlock: 10 },
}))

const Body = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: '20px var(--page-gutter) 32px',
  [theme.breakpoints.down('md')]: { paddingBlock: 16 },
}))

/** What a person reads or fills in, in one column. */
export const Column = styled('div')({ width: '100%', maxWidth: 600 })

/** A page about the product itself: its heading, and what belongs beside it. */
export function Page({
  title,
  beside,
  children,
}: {
  title: string
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <Head>
        <PageHeading>{title}</PageHeading>
        {beside}
      </Head>
      <Body>{children}</Body>
    </>
  )
}
