import type { ReactNode } from 'react'
import { PageHead, PageHeading } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const TitleRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  flexWrap: 'wrap',
  gap: '0 12px',
  padding: '14px 0 12px',
  '& > p': { margin: 0, color: theme.vars.palette.ink3 },
  [theme.breakpoints.down('md')]: { padding: '10px 0' },
}))

/** The head of an organisation's area: its name, whose it is, and what stands under both. */
export function AreaHead({ title, of, children }: { title: string; of: string; children?: ReactNode }) {
  return (
    <PageHead>
      <TitleRow>
        <PageHeading>{title}</PageHeading>
        <p>{of}</p>
      </TitleRow>
      {children}
    </PageHead>
  )
}
