import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { formatCount, formatNumber } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { LedgerTiles, PlainList } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type Partner, sharesOf, totalsOf } from './partners.ts'

const SharesBar = styled('div')({ display: 'flex', gap: 2, height: 8, borderRadius: 4, overflow: 'hidden' })

const Partners = styled(PlainList)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(250px, 1fr))',
  gap: '8px 24px',
  padding: '12px 0 14px',
  '& > li': { display: 'flex', gap: 8, minWidth: 0, ...theme.typography.caption },
  '& > li > i': { flex: 'none', width: 8, height: 8, marginTop: 4, borderRadius: 2 },
  '& strong': { display: 'block', ...theme.typography.body1, fontWeight: 500, marginTop: -2 },
  '& > li > div': { minWidth: 0, color: theme.vars.palette.ink3 },
  '& strong, & b': { color: theme.vars.palette.ink, overflowWrap: 'anywhere' },
  '& b': { fontWeight: 500 },
}))

const Part = styled('div')({ minWidth: 2 })

interface PartnerBannerProps {
  partners: readonly Partner[]
  displayStyle: DisplayStyle
  /** The totals above the bar are for O&M admins only (OAM-05). */
  withTotals: boolean
}

/** Who operates and maintains the sites: each partner's projects, capacity and share (OAM-01 to OAM-06). */
export function PartnerBanner({ partners, displayStyle, withTotals }: PartnerBannerProps) {
  const shares = sharesOf(partners)
  const totals = totalsOf(partners)
  return (
    <section aria-label="Partners">
      {withTotals && (
        <LedgerTiles
          label="Totals"
          tiles={[
            { key: 'partners', label: 'Partners', value: formatNumber(totals.partners) },
            { key: 'projects', label: 'Projects', value: formatNumber(totals.projects) },
            {
              key: 'capacity',
              label: 'Total capacity',
              value: formatSystemSize(totals.capacity, displayStyle),
              foot: 'As entered with the partners',
            },
          ]}
        />
      )}
      {/* The list under it says the same in words. */}
      <SharesBar aria-hidden="true">
        {shares
          .filter(({ share }) => share > 0)
          .map(({ partner, share, colour }) => (
            <Part
              key={partner.id}
              sx={(theme) => ({ flexGrow: share, backgroundColor: theme.vars.palette.chart[colour] })}
            />
          ))}
      </SharesBar>
      <Partners>
        {shares.map(({ partner, percent, colour }) => (
          <li key={partner.id}>
            <i style={{ backgroundColor: `var(--hr-palette-chart-${colour})` }} />
            <div>
              <strong>{partner.name}</strong>
              {formatCount(partner.projectCount, 'project')} ·{' '}
              {formatSystemSize(partner.totalCapacity, displayStyle)} · <b>{percent}%</b>
            </div>
          </li>
        ))}
      </Partners>
    </section>
  )
}
