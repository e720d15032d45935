import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { HOME } from '../../addresses.ts'
import { FrontDoor, PageHeading, usePageTitle } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { LegalLinks } from './LegalLinks.tsx'

const Words = styled('div')(({ theme }) => ({
  '& > p': { margin: '8px 0 24px', ...theme.typography.body2, color: theme.vars.palette.ink2 },
}))

/** What stands for every address that leads nowhere (SHELL-18). */
export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <FrontDoor foot={<LegalLinks />}>
      <Words>
        <PageHeading variant="h1">Sorry. We can’t seem to find the page you’re looking for.</PageHeading>
        <p>Error 404 to be precise.</p>
        <Button component={Link} to={HOME} variant="contained" size="large">
          Return to homepage
        </Button>
      </Words>
    </FrontDoor>
  )
}
