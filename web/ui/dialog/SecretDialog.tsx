import Button from '@mui/material/Button'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useCopied } from '../navigation/useCopied.ts'
import { Text } from '../page/layout.tsx'
import { styled } from '../theme/styled.tsx'
import { Dialog, DialogBody, DialogFoot } from './Dialog.tsx'

const Secret = styled('code')(({ theme }) => ({
  display: 'block',
  padding: 16,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.sunken,
  ...theme.typography.body2,
  fontFamily: 'monospace',
  overflowWrap: 'anywhere',
  userSelect: 'all',
}))

interface SecretDialogProps {
  title: string
  /** What it is for, and that it is not shown again. */
  text: string
  secret: string
  onClose: () => void
}

/** A secret that is shown this once, to be copied. */
export function SecretDialog({ title, text, secret, onClose }: SecretDialogProps) {
  const { copied, copy } = useCopied()
  return (
    <Dialog open onClose={onClose} title={title}>
      <DialogBody>
        <Text>{text}</Text>
        <Secret>{secret}</Secret>
      </DialogBody>
      <DialogFoot>
        <Button
          variant="outlined"
          disabled={copied}
          startIcon={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => void copy(secret)}
        >
          {copied ? 'Copied!' : 'Copy'}
        </Button>
        <Button variant="contained" onClick={onClose} autoFocus>
          I have kept it
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
