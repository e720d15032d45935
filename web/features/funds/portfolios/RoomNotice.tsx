import { IconLock } from '@tabler/icons-react'
import { styled } from '../../../ui/theme/styled.tsx'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  boxSizing: 'border-box',
  padding: '6px var(--page-gutter)',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  fontWeight: 500,
  color: theme.vars.palette.info.text,
  backgroundColor: theme.vars.palette.info.tint,
  '& > svg': { flex: 'none' },
}))

/** What holds for a whole room, from edge to edge under its header, on each of its pages (STAGE-09). */
export function RoomNotice({ children }: { children: string }) {
  return (
    <Bar role="status">
      <IconLock size={16} aria-hidden="true" />
      <span>{children}</span>
    </Bar>
  )
}
