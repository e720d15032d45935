import { usePage } from '../../graphql/page.ts'
import { styled } from '../../ui/theme/styled.tsx'

const Label = styled('span')(({ theme }) => ({
  padding: '2px 6px',
  borderRadius: 4,
  ...theme.typography.mark,
  whiteSpace: 'nowrap',
  color: theme.vars.palette.warning.text,
  backgroundColor: theme.vars.palette.warning.tint,
}))

/** The environment's name in capitals, so that nobody takes a trial for the real thing; none when live (SHELL-36). */
export function EnvironmentLabel() {
  const { environmentName } = usePage().config
  return environmentName.toLowerCase() === 'live' ? null : <Label>{environmentName.toUpperCase()}</Label>
}
