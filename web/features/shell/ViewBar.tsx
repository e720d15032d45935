import Button from '@mui/material/Button'
import { IconEye } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { PageView } from '../../graphql/page.ts'
import { useAction } from '../../graphql/useAction.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { LeaveViewDocument } from './operations.generated.ts'

const ViewNotice = styled('aside')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar + 1,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  boxSizing: 'border-box',
  height: 'var(--view-bar)',
  padding: '0 20px 0 24px',
  color: theme.vars.palette.warning.text,
  backgroundColor: theme.vars.palette.warning.tint,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  ...theme.typography.body2,
  '& > svg': { flex: 'none', width: 18, height: 18 },
  '& > p': {
    flex: 1,
    minWidth: 0,
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& > button': { flex: 'none' },
  [theme.breakpoints.down('md')]: { padding: '0 8px 0 16px', '& > p > span': { display: 'none' } },
}))

/** Over every page while a room is seen as others see it: as whom, and the way out. The page is loaded again at its end. */
export function ViewBar({ view }: { view: PageView }) {
  const { act, busy, problem } = useAction(LeaveViewDocument)
  useEffect(() => {
    const left = new Date(view.expiresAt).getTime() - Date.now()
    const ended = setTimeout(() => window.location.reload(), Math.max(left, 0) + 1000)
    return () => clearTimeout(ended)
  }, [view.expiresAt])
  const leave = async () => {
    if (await act({})) window.location.reload()
  }
  return (
    <ViewNotice aria-label="View as">
      <IconEye aria-hidden />
      <p role="status">
        {problem ? (
          problem.message
        ) : (
          <>
            Viewing as <strong>{view.name}</strong>, read only
            <span>
              : this room alone, as they see it
              {view.isTooMuchStaged &&
                '; so much is staged that moves, permissions and new versions show as marks'}
              . Your visits are recorded under your name.
            </span>
          </>
        )}
      </p>
      <Button size="small" variant="outlined" color="inherit" disabled={busy} onClick={() => void leave()}>
        Leave
      </Button>
    </ViewNotice>
  )
}
