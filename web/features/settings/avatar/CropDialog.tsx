import { useEffect, useState } from 'react'
import { PICTURE_UNREADABLE } from '../../../../shared/pictureRules.ts'
import { useAction } from '../../../graphql/useAction.ts'
import {
  Alert,
  BusyButton,
  CancelButton,
  Dialog,
  DialogBody,
  DialogFoot,
  Loading,
  useToast,
} from '../../../ui/index.ts'
import { UploadAvatarDocument } from '../core/operations.generated.ts'
import { Cropper } from './Cropper.tsx'
import { type Crop, wholeCrop } from './crop.ts'
import { cropped } from './picture.ts'

/** Which square of a picture becomes the avatar, before it is sent. */
export function CropDialog({ userId, file, onClose }: { userId: string; file: File; onClose: () => void }) {
  const { picture, failed } = usePicture(file)
  const [crop, setCrop] = useState<Crop>()
  const [problem, setProblem] = useState('')
  const { attempt, busy } = useAction(UploadAvatarDocument)
  const toast = useToast()

  const save = async () => {
    if (!picture) return
    const square = await cropped(picture, crop ?? wholeCrop(picture), file.name).catch(() => null)
    if (!square) return setProblem(PICTURE_UNREADABLE)
    const { refusal } = await attempt({ userId, file: square })
    if (refusal) return setProblem(refusal.message ?? refusal.fields.file ?? '')
    toast.success('Picture updated')
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Upload new picture" busy={busy}>
      <DialogBody>
        {(failed || problem) && <Alert tone="danger">{failed ? PICTURE_UNREADABLE : problem}</Alert>}
        {picture ? (
          <Cropper picture={picture} crop={crop ?? wholeCrop(picture)} onChange={setCrop} />
        ) : (
          <Loading active={!failed} skeleton={<p>Opening the picture…</p>} />
        )}
      </DialogBody>
      <DialogFoot>
        <CancelButton variant="outlined" />
        <BusyButton variant="contained" busy={busy} disabled={!picture} onClick={save}>
          Save picture
        </BusyButton>
      </DialogFoot>
    </Dialog>
  )
}

/** The picture of a file, upright; what the browser can't read is said to have failed. */
function usePicture(file: File) {
  const [picture, setPicture] = useState<ImageBitmap>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isGone = false
    let opened: ImageBitmap | undefined
    createImageBitmap(file, { imageOrientation: 'from-image' }).then(
      (bitmap) => {
        opened = bitmap
        if (isGone) bitmap.close()
        else setPicture(bitmap)
      },
      () => setFailed(true),
    )
    return () => {
      isGone = true
      opened?.close()
    }
  }, [file])
  return { picture, failed }
}
