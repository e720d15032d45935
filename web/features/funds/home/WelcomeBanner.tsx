import { useState } from 'react'
import { PageHead, PageHeading } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { DaySun } from './DaySun.tsx'

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 24,
  minHeight: 92,
  overflow: 'hidden',
  '& > div': { flex: 1, minWidth: 0, padding: '16px 0' },
  '& p': { margin: 0, color: theme.vars.palette.ink2 },
  '& h1': { ...theme.typography.banner, overflowWrap: 'anywhere' },
  '& > svg': { flex: 'none' },
  [theme.breakpoints.down('md')]: { '& > svg': { display: 'none' } },
}))

/** A logo is made for white paper, and stands on a piece of it by night. */
const Logo = styled('img')(({ theme }) => ({
  flex: 'none',
  boxSizing: 'border-box',
  maxWidth: 'min(220px, 40vw)',
  height: 52,
  objectFit: 'contain',
  ...theme.applyStyles('dark', { padding: 6, borderRadius: 6, background: '#fff' }),
}))

interface WelcomeBannerProps {
  fullName: string
  company: { name: string; logoUrl: string | null } | null
}

/** Greets the person by full name and their company's logo (HOME-01), which is left out where there is none (HOME-02). */
export function WelcomeBanner({ fullName, company }: WelcomeBannerProps) {
  const [unreadable, setUnreadable] = useState<string>()
  const logo = company?.logoUrl === unreadable ? null : company?.logoUrl
  return (
    <PageHead>
      <Row>
        {company && logo && <Logo src={logo} alt={company.name} onError={() => setUnreadable(logo)} />}
        <div>
          <p>Welcome</p>
          <PageHeading variant="h1">{fullName}</PageHeading>
        </div>
        <DaySun />
      </Row>
    </PageHead>
  )
}
