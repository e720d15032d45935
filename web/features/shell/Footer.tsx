import { Link } from 'react-router'
import { ABOUT, BACK_OFFICE, SUPPORT } from '../../addresses.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { LegalLinks } from './LegalLinks.tsx'

const PageFooter = styled('footer')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '0 24px',
  minHeight: 40,
  padding: '0 var(--page-gutter)',
  borderTop: `1px solid ${theme.vars.palette.line}`,
  ...theme.typography.note,
  backgroundColor: theme.vars.palette.surface,
  '& nav': { display: 'flex', flexWrap: 'wrap', gap: '0 20px' },
  '& a': { padding: '12px 0', color: 'inherit', textDecoration: 'none' },
  '& a:hover': { color: theme.vars.palette.ink, textDecoration: 'underline' },
  [theme.breakpoints.down('md')]: { paddingBlock: 4 },
}))

/** The foot of every page (SHELL-34); staff find the back office there (SHELL-35). */
export function Footer({ isSuperUser }: { isSuperUser: boolean }) {
  return (
    <PageFooter>
      <span>Helioroom</span>
      <nav aria-label="Footer">
        <Link to={SUPPORT}>Support</Link>
        <Link to={ABOUT}>About</Link>
        <LegalLinks />
        {isSuperUser && <Link to={BACK_OFFICE}>Admin</Link>}
      </nav>
    </PageFooter>
  )
}
