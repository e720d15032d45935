import { useState } from 'react'
import { useAction } from '../../../graphql/useAction.ts'
import { logOnly } from '../../../telemetry/index.ts'
import { ConfirmContent, useToast } from '../../../ui/index.ts'
import { RemoveRoomDocument } from './operations.generated.ts'
import type { OpenRoom } from './settings.ts'

interface RoomRemovalProps {
  room: OpenRoom
  onClose: () => void
  onRemoved: () => unknown
  onBusy: (busy: boolean) => void
  onCancel: () => void
}

/** Asks before a deal room is removed (DRM-19). */
export function RoomRemoval({ room, onBusy, onCancel, onClose, onRemoved }: RoomRemovalProps) {
  const toast = useToast()
  const [refusal, setRefusal] = useState<string>()
  const { attempt, busy } = useAction(RemoveRoomDocument)
  const remove = async () => {
    onBusy(true)
    const { problem } = await attempt({ orgSlug: room.org.slug, portfolioId: room.id })
    onBusy(false)
    // Under a legal hold it says why (STAGE-12).
    if (problem?.code === 'CONFLICT') return setRefusal(problem.message)
    // DRM-21
    if (problem) return logOnly(new Error('The deal room could not be removed.', { cause: problem }))
    toast.success(`${room.name} was removed`)
    onClose()
    await onRemoved()
  }
  return (
    <ConfirmContent
      danger
      action="Remove deal room"
      onConfirm={() => void remove()}
      onCancel={onCancel}
      busy={busy}
      {...(refusal !== undefined && { error: refusal })}
    >
      <p style={{ margin: '0 0 12px' }}>
        {room.name} disappears from every list. Its pages, documents and links answer as not found, for
        everybody with access to it.
      </p>
      <p style={{ margin: 0 }}>Are you sure you want to remove this deal room?</p>
    </ConfirmContent>
  )
}
