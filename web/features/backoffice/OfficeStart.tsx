import { styled } from '@mui/material/styles'
import { formatNumber } from '../../../shared/format/number.ts'
import { Link, Panel, usePageTitle } from '../../ui/index.ts'
import { listOf, newOf, sectionsOf, useOffice } from './kinds.ts'

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
  alignItems: 'start',
  gap: 16,
})

const Section = styled(Panel)(({ theme }) => ({
  padding: '12px 16px 8px',
  '& > h2': { margin: '0 0 4px', fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 40px',
    alignItems: 'center',
    gap: 12,
    minHeight: 32,
    borderTop: `1px solid ${theme.vars.palette.line}`,
  },
  '& li:first-of-type': { borderTop: 0 },
  '& li > span': { color: theme.vars.palette.ink2, fontVariantNumeric: 'tabular-nums' },
}))

/** The kinds of record with their counts (BO-02). */
export function OfficeStart() {
  usePageTitle('Back office')
  const { kinds } = useOffice()
  return (
    <Grid>
      {sectionsOf(kinds).map(([section, those]) => (
        <Section key={section}>
          <h2>{section}</h2>
          <ul>
            {those.map((kind) => (
              <li key={kind.name}>
                <Link to={listOf(kind)}>{kind.many}</Link>
                <span>{formatNumber(kind.count)}</span>
                {kind.canCreate ? (
                  <Link to={newOf(kind)} aria-label={`Add ${kind.one}`}>
                    Add
                  </Link>
                ) : (
                  <i />
                )}
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </Grid>
  )
}
