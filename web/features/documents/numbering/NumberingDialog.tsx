import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  BusyButton,
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type Tree, usePlace } from '../place/place.ts'
import { SetTreeNumberingDocument } from './operations.generated.ts'

type Numbering = Tree['numbering']

const Choice = styled(FormControlLabel)(({ theme }) => ({
  alignItems: 'flex-start',
  margin: '0 0 12px -9px',
  '& strong': { display: 'block', paddingTop: 9, fontWeight: 500 },
  '& small': { display: 'block', ...theme.typography.caption, color: theme.vars.palette.ink2 },
}))

const CHOICES: readonly { value: Numbering; label: string; hint: string }[] = [
  {
    value: 'EACH_READER',
    label: 'Numbers for each reader',
    hint: 'Counted among what a reader sees: nobody can tell from a gap that something is hidden from them. People may see different numbers for one document.',
  },
  {
    value: 'ONE',
    label: 'One numbering for all',
    hint: 'Everybody sees the same numbers. Numbers of removed or restricted entries are not given again.',
  },
  {
    value: 'OFF',
    label: 'No numbers',
    hint: 'Numbers come back as they were when you switch them on again.',
  },
]

interface NumberingDialogProps {
  onClose: () => void
  /** Reads the documents again. */
  onChanged: () => Promise<unknown>
}

/** How the room is numbered (INDEX-01, INDEX-05): for each reader unless somebody chooses otherwise. */
export function NumberingDialog({ onClose, onChanged }: NumberingDialogProps) {
  const { tree } = usePlace()
  const toast = useToast()
  const [chosen, setChosen] = useState<Numbering>(tree.numbering === 'OFF' ? 'EACH_READER' : tree.numbering)
  const { act, busy, problem } = useAction(SetTreeNumberingDocument)
  const save = async () => {
    if (!(await act({ treeId: tree.id, numbering: chosen }))) return
    await onChanged()
    onClose()
    toast.success(chosen === 'OFF' ? 'This room is no longer numbered.' : 'This room is numbered now.')
  }
  return (
    <Dialog open onClose={onClose} title="Index numbers" overline={tree.name} busy={busy}>
      <DialogBody>
        {problem && <Alert tone="danger">{problem.message}</Alert>}
        <p style={{ margin: 0 }}>
          Each entry gets a number such as 1.2.3 by its place in its folder, folders and files in one row.
          Lists are then sorted by number.
        </p>
        <RadioGroup
          aria-label="Index numbers"
          value={chosen}
          onChange={(_event, value) => {
            const next = CHOICES.find((each) => each.value === value)
            if (next) setChosen(next.value)
          }}
        >
          {CHOICES.map(({ value, label, hint }) => (
            <Choice
              key={value}
              value={value}
              control={<Radio />}
              label={
                <>
                  <strong>{label}</strong>
                  <small>{hint}</small>
                </>
              }
            />
          ))}
        </RadioGroup>
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <BusyButton
          busy={busy}
          variant="contained"
          disabled={chosen === tree.numbering}
          onClick={() => void save()}
        >
          Save
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}
