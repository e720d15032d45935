import type { ReactNode } from 'react'
import { styled } from '../theme/styled.tsx'
import { PageHeading } from './PageHeading.tsx'
import { Panel } from './Panel.tsx'

/** The head of a page with tabs or pictures of its own, on surface, ended by one hairline. */
export const PageHead = styled('div')(({ theme }) => ({
  padding: '0 var(--page-gutter)',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
}))

const TitledHead = styled(PageHead)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '0 16px',
  minHeight: 64,
  boxSizing: 'border-box',
  paddingBlock: '14px 12px',
  [theme.breakpoints.down('md')]: { paddingBlock: 10 },
  // Figures stand after the title, parted from it by a line; what narrows the page down has a row of its own.
  '& > dl': {
    flex: '1 1 auto',
    [theme.breakpoints.down('md')]: { order: 1, flexBasis: '100%' },
    [theme.breakpoints.up('md')]: {
      marginLeft: 4,
      '& > div:first-of-type': { paddingLeft: 20, borderLeft: `1px solid ${theme.vars.palette.line}` },
    },
  },
  '& > [data-tools]': {
    order: 2,
    flex: '1 0 100%',
    minWidth: 0,
    marginTop: 12,
    '& > div': { marginBottom: 0 },
  },
}))

const Title = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '0 10px',
  minWidth: 0,
  '& > p': {
    margin: 0,
    ...theme.typography.prose,
    lineHeight: '20px',
    color: theme.vars.palette.ink2,
    overflowWrap: 'anywhere',
  },
}))

const Fact = styled('span')(({ theme }) => ({
  marginLeft: 10,
  paddingLeft: 20,
  borderLeft: `1px solid ${theme.vars.palette.line}`,
  fontWeight: 600,
  '& > small': theme.typography.note,
  [theme.breakpoints.down('md')]: {
    marginLeft: 0,
    paddingLeft: 0,
    borderLeft: 0,
    ...theme.typography.caption,
    fontWeight: 600,
  },
}))

/** What lies under a page's head. */
export const PageBody = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: '20px var(--page-gutter) 32px',
  [theme.breakpoints.down('md')]: { paddingBlock: 16 },
}))

/** What a person reads or fills in, in one panel. */
export const Sheet = styled(Panel)(({ theme }) => ({
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 720,
  padding: 24,
  '& > p': { margin: '0 0 12px' },
  '& > p:last-child': { marginBottom: 0 },
  [theme.breakpoints.down('md')]: { padding: 16 },
}))

/** The same for a text of some length. */
export const Prose = styled(Sheet)(({ theme }) => ({ ...theme.typography.prose }))

/** A page that stands for itself: its heading on a surface, what belongs beside it, and below it what it is about. */
export function Page({
  title,
  subtitle,
  facts = [],
  figures,
  actions,
  tools,
  children,
}: {
  title: string
  /** Whose it is, after the heading. */
  subtitle?: string
  /** After both, parted by lines. */
  facts?: readonly ReactNode[]
  /** A `FigureLine` of what the page is about. */
  figures?: ReactNode
  actions?: ReactNode
  /** `ListTools` of a list, in the head's second row. */
  tools?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <TitledHead>
        <Title>
          <PageHeading>{title}</PageHeading>
          {subtitle !== undefined && <p>{subtitle}</p>}
          {facts.map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they stand in one order
            <Fact key={at}>{fact}</Fact>
          ))}
        </Title>
        {figures}
        {actions}
        {tools && <div data-tools="">{tools}</div>}
      </TitledHead>
      <PageBody>{children}</PageBody>
    </>
  )
}
