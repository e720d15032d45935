import Button from '@mui/material/Button'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/index.ts'
import { shownEnding } from './extension.ts'

interface EndingDialogProps {
  former: string
  /** What was typed. */
  name: string
  /** The same with the ending that the file has. */
  kept: string
  onChoose: (name: string) => void
  onClose: () => void
}

/** Asks before a file loses the ending of its name, by which it is opened and previewed. */
export function EndingDialog({ former, name, kept, onChoose, onClose }: EndingDialogProps) {
  const ending = shownEnding(former)
  const next = shownEnding(name)
  return (
    <Dialog open onClose={onClose} title={`Keep ${ending}?`} overline={former}>
      <DialogBody>
        <p style={{ margin: 0 }}>
          “{name}” {next === '' ? `has no ${ending}` : `has ${next} in place of ${ending}`}. Programs and the
          preview may then not know what it is.
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={() => onChoose(name)}>
          {next === '' ? `Rename without ${ending}` : `Rename to ${next}`}
        </Button>
        <Button variant="contained" onClick={() => onChoose(kept)}>
          Keep {ending}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
