import { styled } from '@mui/material/styles'
import { PageHeading } from '../../ui/index.ts'
import { DaySun } from './DaySun.tsx'
import { PageHead } from './PageFrame.tsx'

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 24,
  minHeight: 92,
  overflow: 'hidden',
  '& > div': { minWidth: 0, padding: '16px 0' },
  '& p': { margin: 0, color: theme.vars.palette.ink2 },
  '& h1': { fontSize: 24, lineHeight: '30px', overflowWrap: 'anywhere' },
  '& > svg': { flex: 'none' },
  [theme.breakpoints.down('md')]: { '& > svg': { display: 'none' } },
}))

/** Greets the person by full name (HOME-01). */
export function WelcomeBanner({ fullName }: { fullName: string }) {
  return (
    <PageHead>
      <Row>
        <div>
          <p>Welcome</p>
          <PageHeading variant="h1">{fullName}</PageHeading>
        </div>
        <DaySun />
      </Row>
    </PageHead>
  )
}
