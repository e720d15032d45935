import Button from '@mui/material/Button'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Dialog, DialogBody, DialogFoot, PlainList, Text, useCopied } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Codes = styled(PlainList)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '6px 24px',
  padding: 16,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.sunken,
  ...theme.typography.body2,
  fontFamily: 'monospace',
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: '1fr' },
}))

/** Recovery codes, which are shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { copied, copy } = useCopied()
  return (
    <Dialog open onClose={onClose} title="Your recovery codes">
      <DialogBody>
        <Text>
          Keep these codes where you find them without your phone. Each signs you in once in place of the app.
          They are not shown again.
        </Text>
        <Codes aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Codes>
      </DialogBody>
      <DialogFoot>
        <Button
          variant="outlined"
          disabled={copied}
          startIcon={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy(codes.join('\n'))}
        >
          {copied ? 'Copied!' : 'Copy'}
        </Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          I have kept them
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
