import Typography from '@mui/material/Typography'
import { styled } from '../../../ui/theme/styled.tsx'

/** What stands in the front door's form column, one below the other. */
export const DoorColumn = styled('div')({ display: 'flex', flexDirection: 'column', gap: 26 })

export function DoorHeading({ title, hint }: { title: string; hint: string }) {
  return (
    <div>
      <Typography component="h1" variant="h1">
        {title}
      </Typography>
      <Typography variant="body2" sx={{ mt: '4px', color: 'ink2' }}>
        {hint}
      </Typography>
    </div>
  )
}
