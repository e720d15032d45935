import { BorderedList } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

/** Pauses between two looks, in ms: while one is being made, and otherwise. */
export const LOOK_EVERY = { making: 1000, idle: 30_000 }

/** Certificates or archives of a room, with what they are and the way to a new one. */
export const ProofSection = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: 16,
  maxWidth: 880,
  '& + &': { marginTop: 32 },
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 },
  '& > header > p': { flex: '1 1 300px', margin: 0, color: theme.vars.palette.ink2 },
}))

export const ProofList = styled(BorderedList)(({ theme }) => ({
  '& > li': { flexWrap: 'wrap', gap: '6px 12px', minHeight: 54, padding: '8px 8px 8px 14px' },
  '& > li > div': { flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' },
  '& > li > div > p': { margin: 0, color: theme.vars.palette.ink2 },
  '& > li > div > p[data-hash]': { fontSize: 12, lineHeight: '16px', color: theme.vars.palette.ink3 },
  '& strong': { fontWeight: 500 },
  '& [data-failed]': { color: theme.vars.palette.danger.text },
}))

/** What can be done with one of them. */
export const Actions = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: '6px 12px' })
