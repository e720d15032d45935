import Button from '@mui/material/Button'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { maySendPicture, PICTURE_ACCEPT, PICTURE_REFUSAL } from '../../../shared/pictureRules.ts'
import { useAction } from '../../graphql/useAction.ts'
import { Alert, BusyButton, Panel, useFileChooser, useToast } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import type { Field, Kind, OfficeRecord } from './kinds.ts'
import { BackOfficeSetPictureDocument } from './operations.generated.ts'
import { valueIn } from './values.tsx'

const Box = styled(Panel)(({ theme }) => ({
  display: 'grid',
  gap: 10,
  padding: '14px 16px',
  '& > h2': { margin: 0, ...theme.typography.note },
  '& > p': { margin: 0, ...theme.typography.note },
  '& > div:last-of-type': { display: 'flex', flexWrap: 'wrap', gap: 8 },
}))

/** On the paper that a logo is made for, by night as well. */
const Frame = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  height: 132,
  padding: 8,
  borderRadius: 6,
  border: `1px solid ${theme.vars.palette.line}`,
  background: '#fff',
  '& > img': { display: 'block', width: '100%', height: '100%', objectFit: 'contain' },
}))

/** The picture of one field of a record: another one, or none, immediately and apart from the form (BO-09, BO-16, BO-20). */
export function RecordPicture({ kind, field, record }: { kind: Kind; field: Field; record: OfficeRecord }) {
  const [refusal, setRefusal] = useState('')
  const { attempt, busy } = useAction(BackOfficeSetPictureDocument)
  const toast = useToast()
  const address = valueIn(record, field)?.text ?? null

  const set = async (file: File | null) => {
    setRefusal('')
    if (file && !maySendPicture(file)) return setRefusal(PICTURE_REFUSAL)
    const { refusal: refused } = await attempt({ kind: kind.name, id: record.id, field: field.name, file })
    if (refused) setRefusal(refused.message ?? refused.fields.file ?? '')
    else toast.success(`${field.label} ${file ? 'updated' : 'removed'}`)
  }
  const { choose, input } = useFileChooser({
    label: field.label,
    accept: PICTURE_ACCEPT,
    onFiles: ([file]) => void set(file),
  })
  return (
    <Box>
      <h2>{field.label}</h2>
      {refusal && (
        <Alert tone="danger" onClose={() => setRefusal('')}>
          {refusal}
        </Alert>
      )}
      {address && (
        <Frame>
          <img src={address} alt={`${field.label} of ${record.label}`} />
        </Frame>
      )}
      <div>
        <BusyButton
          variant="outlined"
          busy={busy}
          startIcon={<IconUpload size={16} />}
          onClick={() => choose()}
        >
          {address ? 'Replace' : `Upload ${field.label.toLowerCase()}`}
        </BusyButton>
        {address && (
          <Button variant="text" color="error" disabled={busy} onClick={() => void set(null)}>
            Remove
          </Button>
        )}
      </div>
      <p>png, jpg or gif, at most 5 MB</p>
      {input}
    </Box>
  )
}
