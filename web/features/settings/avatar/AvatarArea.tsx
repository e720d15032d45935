import Button from '@mui/material/Button'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { maySendPicture, PICTURE_ACCEPT, PICTURE_REFUSAL } from '../../../../shared/pictureRules.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Actions,
  Alert,
  Avatar,
  BusyButton,
  lazily,
  useFileChooser,
  useOpened,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { DeleteAvatarDocument } from '../core/operations.generated.ts'

const CropDialog = lazily(async () => (await import('./CropDialog.tsx')).CropDialog)

const Row = styled('div')({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '12px 20px' })
const Ways = styled(Actions)(({ theme }) => ({
  '& > p': { flexBasis: '100%', margin: 0, ...theme.typography.note },
}))

/** The person's picture, another one, and the way back to the default avatar (PROF-09 to PROF-12). */
export function AvatarArea({ user }: { user: { id: string; fullName: string; avatarUrl: string | null } }) {
  const [file, setFile] = useState<File | null>(null)
  const [refusal, setRefusal] = useState('')
  const opened = useOpened(file !== null)
  const deleting = useAction(DeleteAvatarDocument)
  const toast = useToast()

  const { choose, input } = useFileChooser({
    label: 'Picture',
    accept: PICTURE_ACCEPT,
    onFiles: ([chosen]) => {
      const taken = maySendPicture(chosen)
      setRefusal(taken ? '' : PICTURE_REFUSAL)
      if (taken) setFile(chosen)
    },
  })
  const remove = async () => {
    setRefusal('')
    const { problem } = await deleting.attempt({ userId: user.id })
    if (problem) setRefusal(problem.message)
    else toast.success('Photo deleted')
  }
  return (
    <>
      {refusal && (
        <Alert tone="danger" onClose={() => setRefusal('')}>
          {refusal}
        </Alert>
      )}
      <Row>
        <Avatar name={user.fullName} size={96} tone="accent" picture={user.avatarUrl} />
        <Ways>
          <Button
            variant="outlined"
            startIcon={<IconUpload size={16} />}
            onPointerEnter={CropDialog.load}
            onFocus={CropDialog.load}
            onClick={() => choose()}
          >
            Upload new picture
          </Button>
          {user.avatarUrl !== null && (
            <BusyButton variant="text" color="error" busy={deleting.busy} onClick={remove}>
              Delete Photo
            </BusyButton>
          )}
          <p>png, jpg or gif, at most 5 MB</p>
        </Ways>
        {input}
      </Row>
      {opened && file && <CropDialog userId={user.id} file={file} onClose={() => setFile(null)} />}
    </>
  )
}
