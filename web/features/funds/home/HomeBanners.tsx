import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { formatNumber } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { categoryAddress, DEAL_TEAMS, projectsAddress, recordAddress } from '../../../addresses.ts'
import { type DotColor, MenuButton, Panel, SkeletonBar, StatusDot } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { HomePageQuery } from '../core/operations.generated.ts'
import { STATUS_LOOKS, type StatusLabelRows, statusLabel } from '../core/statuses.ts'
import { CATEGORIES } from '../landing/dealRoom.ts'

const Banners = styled(Panel)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '0.435fr 0.565fr',
  '& > section': { position: 'relative', padding: '16px 20px 14px', minWidth: 0 },
  '& > section + section': { borderLeft: `1px solid ${theme.vars.palette.line}` },
  '& h2': { margin: 0, ...theme.typography.h4 },
  [theme.breakpoints.down('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > section + section': { borderLeft: 0, borderTop: `1px solid ${theme.vars.palette.line}` },
  },
  // Room for the button in the corner.
  [theme.breakpoints.down('md')]: { '& > section + section > h2': { paddingBottom: 14 } },
}))

const Figures = styled('dl')(({ theme }) => ({
  display: 'flex',
  margin: '10px 0 0',
  '& > div': {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column-reverse',
    justifyContent: 'flex-end',
    flex: '1 1 0',
    minWidth: 0,
    paddingLeft: 20,
    borderLeft: `1px solid ${theme.vars.palette.line}`,
  },
  '& > div:first-of-type': { paddingLeft: 0, borderLeft: 0 },
  '& dt': {
    order: 1,
    display: 'flex',
    alignItems: 'center',
    gap: 6,
    ...theme.typography.note,
  },
  '& dd': { margin: 0, ...theme.typography.banner },
  '& a': { color: theme.vars.palette.ink, textDecoration: 'none' },
  // The whole figure leads on, its label among it.
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  '& a:hover': { color: theme.vars.palette.accent.text },
  [theme.breakpoints.down('md')]: {
    '& dd': theme.typography.figure,
    '& > div': { paddingLeft: 12, justifyContent: 'space-between' },
  },
}))

const Corner = styled('div')({ position: 'absolute', top: 12, right: 14 })

interface HomeBannersProps {
  organisation: {
    readonly id: string
    readonly name: string
    readonly slug: string
    readonly displayStyle: DisplayStyle
    readonly statusLabels: StatusLabelRows
  }
  /** Null until it has come. */
  data: HomePageQuery | null
  /** HOME-10 */
  showAdmin: boolean
  showUsersGroups: boolean
}

/** Projects and deal rooms of one organisation (HOME-03 to HOME-05, HOME-20). */
export function HomeBanners({ organisation, data, showAdmin, showUsersGroups }: HomeBannersProps) {
  const { slug, displayStyle, statusLabels } = organisation
  const stats = data?.acquiredProjectsStats
  const entries = [
    ...(showAdmin
      ? [
          {
            key: 'content',
            label: 'Edit content',
            to: recordAddress('organisations/organisation', organisation.id),
          },
        ]
      : []),
    ...(showUsersGroups ? [{ key: 'teams', label: 'Users & Groups', to: DEAL_TEAMS }] : []),
  ]
  return (
    <Banners aria-label={organisation.name} role="group">
      <section aria-label="Projects">
        <h2>Projects</h2>
        <Figures>
          <Figure label="Acquired projects" to={projectsAddress(slug)}>
            {stats && formatNumber(stats.count)}
          </Figure>
          <Figure label="Total capacity" to={projectsAddress(slug)}>
            {stats && formatSystemSize(stats.totalCapacity, displayStyle)}
          </Figure>
        </Figures>
      </section>
      <section aria-label="Deal Room">
        <h2>Deal Room</h2>
        {/* HOME-09 */}
        {entries.length > 0 && (
          <Corner>
            <MenuButton label="Admin" entries={entries} />
          </Corner>
        )}
        <Figures>
          {HOME_ORDER.map(({ slug: category, status }) => {
            const { dot, hollow } = STATUS_LOOKS[status]
            const count = data?.[category]?.count
            return (
              <Figure
                key={category}
                label={statusLabel(statusLabels, status)}
                dot={{ color: dot, hollow }}
                to={categoryAddress(category)}
              >
                {count !== undefined && formatNumber(count)}
              </Figure>
            )
          })}
        </Figures>
      </section>
    </Banners>
  )
}

/** Diligence first, as home has always counted them (HOME-04). */
const HOME_ORDER = ['diligence', 'acquired', 'market'].flatMap((slug) =>
  CATEGORIES.filter((category) => category.slug === slug),
)

interface FigureProps {
  label: string
  dot?: { color: DotColor; hollow: boolean }
  to: string
  /** Nothing until it is known. */
  children: ReactNode
}

function Figure({ label, dot, to, children }: FigureProps) {
  return (
    <div>
      <dd>
        {children ? (
          <Link to={to} aria-label={`${label}: ${String(children)}`}>
            {children}
          </Link>
        ) : (
          <SkeletonBar width={48} height={18} />
        )}
      </dd>
      <dt>{dot ? <StatusDot {...dot}>{label}</StatusDot> : label}</dt>
    </div>
  )
}
