import { styled } from '../theme/styled.tsx'

/** "Unsaved changes" with its dot: a state beside the button that saves them. */
export const UnsavedMark = styled((props: { id?: string; className?: string }) => (
  <span {...props} data-unsaved="">
    Unsaved changes
  </span>
))(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  ...theme.typography.caption,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.ink2,
  '&::before': {
    content: '""',
    flex: 'none',
    width: 6,
    height: 6,
    borderRadius: '50%',
    backgroundColor: theme.vars.palette.warning.main,
  },
}))
