import Button from '@mui/material/Button'
import { Dialog, DialogBody, DialogFoot, DrawnCover } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'

const Text = styled('p')(({ theme }) => ({ margin: 0, ...theme.typography.body2, lineHeight: '22px' }))

const Pictures = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 20,
  '& figure': { margin: 0 },
  '& figure > div': { overflow: 'hidden', borderRadius: 8 },
  '& figcaption': {
    marginTop: 10,
    ...theme.typography.body1,
    color: theme.vars.palette.ink2,
    '& strong': { display: 'block', fontWeight: 600, color: theme.vars.palette.ink },
  },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

interface WelcomeDialogProps {
  open: boolean
  onClose: () => void
  fullName: string
}

/** What one meets first inside, and finds again in the user menu (WELC-01). */
export function WelcomeDialog({ open, onClose, fullName }: WelcomeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Welcome ${fullName}`}>
      <DialogBody>
        <Text>
          Helioroom is where clean-energy projects are offered, examined and looked after. You see the rooms
          that you were invited to, and in each of them what has been opened to you.
        </Text>
        <Pictures>
          <figure>
            <div role="img" aria-label="Fields with rows of solar modules, seen from above">
              <DrawnCover slug="prairie-sun" kind="modules" height={150} />
            </div>
            <figcaption>
              <strong>Start with a project</strong>
              Open a card to get to its documents. The areas you can go to are in the bar on top.
            </figcaption>
          </figure>
          <figure>
            <div role="img" aria-label="Storage containers between fields, seen from above">
              <DrawnCover slug="republican-valley" kind="storage" height={150} />
            </div>
            <figcaption>
              <strong>Work with its documents</strong>
              Search by name, look into a file without downloading it, or take a whole folder as a zip. Views
              and downloads are recorded.
            </figcaption>
          </figure>
        </Pictures>
        <Text>
          Your name on top opens your settings and this page. The links at the foot of each page lead to the
          support.
        </Text>
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={onClose} autoFocus>
          Start
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
