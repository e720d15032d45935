import { Link } from 'react-router'
import { STAGE_LABELS } from '../../../../shared/enumerations.ts'
import { MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { entityAddress } from '../../../addresses.ts'
import { Chip, Cover, Panel, PlainList, SkeletonBar } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { EntityCardFragment } from './operations.generated.ts'
import { STATUS_LOOKS, statusLabel } from './statuses.ts'

/** Cards side by side: three, two or one, by the room there is. */
export const CardGrid = styled(PlainList)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 16,
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

const Card = styled(Panel)(({ theme }) => ({
  position: 'relative',
  overflow: 'hidden',
  height: '100%',
  boxSizing: 'border-box',
  '&:hover': { borderColor: theme.vars.palette.lineStrong },
  '&:focus-within': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
}))

const Picture = styled('div')(({ theme }) => ({
  height: 160,
  overflow: 'hidden',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))

const Words = styled('div')({ padding: '11px 16px 13px' })

const Name = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 24,
  '& > a': {
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...theme.typography.prose,
    fontWeight: 600,
    color: theme.vars.palette.ink,
    textDecoration: 'none',
    outline: 'none',
  },
  // The whole card leads to the page, while its name alone is the link.
  '& > a::after': { content: '""', position: 'absolute', inset: 0 },
}))

/** Cuts off the rule before the first fact of each line. */
const FactsBox = styled('div')({ overflow: 'hidden' })

const Facts = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  rowGap: 2,
  margin: '4px 0 0 -13px',
  ...theme.typography.note,
  '& > div': {
    display: 'flex',
    gap: 4,
    padding: '0 12px',
    borderLeft: `1px solid ${theme.vars.palette.line}`,
  },
  '& dd': { margin: 0, fontWeight: 500, color: theme.vars.palette.ink },
}))

interface EntityCardProps {
  entity: EntityCardFragment
  /** Names the organisation too, for people of several (LAND-13). */
  withOrganisation?: boolean
  /** The landing shows the build status of portfolios (LAND-09). */
  withBuildStatus?: boolean
}

/** A fund entity as a card: name, cover, status, size and deal manager; leads to its page (HOME-15, LAND-09). */
export function EntityCard({ entity, withOrganisation, withBuildStatus }: EntityCardProps) {
  const { org, status, systemSize, dealManager } = entity
  const { tone, dot, hollow } = STATUS_LOOKS[status]
  const facts = [
    ['System size', formatSystemSize(systemSize, org.displayStyle)],
    ...(withBuildStatus && entity.__typename === 'Portfolio'
      ? [['Build status', entity.buildStatus ? STAGE_LABELS[entity.buildStatus] : MISSING]]
      : []),
    ['Deal manager', dealManager?.fullName ?? MISSING],
    ...(withOrganisation ? [['Organisation', org.name]] : []),
  ]
  return (
    <Card>
      <Picture>
        <Cover picture={entity.coverImage} slug={entity.slug} height={160} />
      </Picture>
      <Words>
        <Name>
          <Link to={entityAddress(entity)}>{entity.name}</Link>
          <Chip tone={tone} dot={dot} hollow={hollow}>
            {statusLabel(org.statusLabels, status)}
          </Chip>
        </Name>
        <FactsBox>
          <Facts>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </Facts>
        </FactsBox>
      </Words>
    </Card>
  )
}

const PLACES = ['first', 'second', 'third']

/** Cards in waiting, of the real height. */
export function CardSkeletons() {
  return (
    <CardGrid>
      {PLACES.map((place) => (
        <li key={place}>
          <Card>
            <SkeletonBar width="100%" height={161} />
            <Words>
              <Name>
                <SkeletonBar width="46%" height={14} />
              </Name>
              <Facts as="div">
                <SkeletonBar width="64%" height={16} />
              </Facts>
            </Words>
          </Card>
        </li>
      ))}
    </CardGrid>
  )
}
