import { styled } from '../../../ui/theme/styled.tsx'

const Veil = styled('div')(({ theme }) => ({
  position: 'absolute',
  zIndex: 3,
  inset: 8,
  borderRadius: 8,
  border: `2px solid ${theme.vars.palette.primary.main}`,
  backgroundColor: `color-mix(in srgb, ${theme.vars.palette.accent.tint} 82%, transparent)`,
  pointerEvents: 'none',
  '& > p': {
    position: 'sticky',
    top: 160,
    margin: '160px 0 0',
    textAlign: 'center',
    fontWeight: 600,
    color: theme.vars.palette.accent.text,
  },
}))

/** What lies over a folder while files are dragged over it. */
export const DropVeil = () => (
  <Veil>
    <p>Drop files and folders here...</p>
  </Veil>
)
