import { styled } from '../../../ui/theme/styled.tsx'

/** One of the things that a person keeps: what it is, and at the end what can be done with it. */
export const EntryRow = styled('li')(({ theme }) => ({
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '4px 12px',
  padding: '8px 12px',
  minHeight: 54,
  boxSizing: 'border-box',
  '& > div:first-of-type': { flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' },
  '& strong': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, fontWeight: 600 },
  '& span:not(strong span)': theme.typography.note,
}))
