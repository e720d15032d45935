import { IconLock } from '@tabler/icons-react'
import { Banner } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Notice = styled(Banner)({ minHeight: 36, padding: '6px var(--page-gutter)', fontWeight: 500 })

/** What holds for a whole room, from edge to edge under its header, on each of its pages (STAGE-09). */
export function RoomNotice({ children }: { children: string }) {
  return (
    <Notice role="status">
      <IconLock size={16} aria-hidden="true" />
      <span>{children}</span>
    </Notice>
  )
}
