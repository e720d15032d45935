import type { ReactNode } from 'react'
import { lazily } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type UploadEntry, useDropTarget } from '../uploads/index.ts'

const Area = styled('div')({ position: 'relative', display: 'flex', flexDirection: 'column', flex: 1 })

const DropVeil = lazily(async () => (await import('./DropVeil.tsx')).DropVeil)

interface DropAreaProps {
  /** False where the person may not upload. */
  enabled: boolean
  onEntries: (entries: UploadEntry[]) => void
  children: ReactNode
}

/** Takes files and folders dropped anywhere over a folder, and shows that it would (DOC-16). */
export function DropArea({ enabled, onEntries, children }: DropAreaProps) {
  const { dragging, targetProps } = useDropTarget(onEntries, enabled)
  return (
    <Area {...targetProps}>
      {children}
      {dragging && <DropVeil />}
    </Area>
  )
}
