import Button from '@mui/material/Button'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link as RouterLink } from 'react-router'
import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { MILE, SAME_SITE_KW, SCREENING } from '../../../../shared/qualifyingFacilities.ts'
import { projectOnMapAddress, projectsAddress } from '../../../addresses.ts'
import { CopyLinkButton, Link, PlainList } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import type { ProjectWithNeighbours } from './useNeighbours.ts'

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  padding: '8px 20px 16px',
  '& h2': {
    margin: '4px 0 0',
    ...theme.typography.caption,
    color: theme.vars.palette.ink2,
  },
  '& p': { margin: 0, ...theme.typography.caption, color: theme.vars.palette.ink2 },
  '& [data-buttons]': { display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 4 },
}))

const Sum = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  ...theme.typography.caption,
  color: theme.vars.palette.ink2,
  '& b': { ...theme.typography.h4, color: theme.vars.palette.ink },
}))

const CapacityBar = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.neutral.tint,
  '& > [data-own]': { backgroundColor: theme.vars.palette.sun.main },
  '& > [data-near]': { backgroundColor: theme.vars.palette.warning.main },
}))

const Over = styled('strong')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  padding: '6px 10px',
  borderRadius: 6,
  ...theme.typography.caption,
  fontWeight: 600,
  color: theme.vars.palette.danger.text,
  backgroundColor: theme.vars.palette.danger.tint,
}))

const Shares = styled(PlainList)(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '8px minmax(0, 1fr) auto 84px',
    alignItems: 'center',
    gap: 10,
    minHeight: 28,
    '& > i': { width: 8, height: 8, borderRadius: 4, backgroundColor: theme.vars.palette.accent.main },
    '&[data-one] > i': { backgroundColor: theme.vars.palette.warning.main },
    '& > a': { fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& > span': { color: theme.vars.palette.ink2 },
    '& > b': { fontWeight: 500, textAlign: 'right' },
  },
}))

interface SameSiteProps {
  project: ProjectWithNeighbours
  orgSlug: string
  style: DisplayStyle
  /** Only those in the portfolios that are chosen count. */
  isLimited: boolean
}

/** As near to the limit as one decimal would hide it, to the kW. */
const HIDDEN_KW = 50

const megawatts = (kilowatts: number, decimals = 1): string => formatNumber(kilowatts / 1000, decimals)

/** What lies around a project: its own capacity beside that of its neighbours, and whether 80 MW AC are passed. */
export function SameSite({ project, orgSlug, style, isLimited }: SameSiteProps) {
  const own = project.capacityAc ?? 0
  const total = own + project.withinOneSumCapacityAc
  const exceedsLimit = total > SAME_SITE_KW
  const decimals = total !== SAME_SITE_KW && Math.abs(total - SAME_SITE_KW) < HIDDEN_KW ? 3 : 1
  const share = (kilowatts: number) => `${Math.min(100, (kilowatts * 100) / Math.max(SAME_SITE_KW, total))}%`
  const near = project.nearby.filter(({ isWithinOne }) => isWithinOne)
  const far = project.nearby.filter(({ isWithinOne }) => !isWithinOne)
  const more = project.withinTenCount - project.nearby.length
  const isPlaced = project.location.latitude !== null && project.location.longitude !== null
  return (
    <Box>
      <div>
        <Sum>
          <span>Same site, this project and those within 1 mile</span>
          <span>
            <b>{megawatts(total, decimals)}</b> of 80 MW ac
          </span>
        </Sum>
        <CapacityBar aria-hidden="true">
          <span data-own="" style={{ width: share(own) }} />
          <span data-near="" style={{ width: share(project.withinOneSumCapacityAc) }} />
        </CapacityBar>
      </div>
      <p>
        {`This project ${project.capacityAc === null ? 'has no known AC capacity' : `${megawatts(own, decimals)} MW ac`}, those within 1 mile ${megawatts(project.withinOneSumCapacityAc, decimals)} MW ac.`}
      </p>
      {exceedsLimit && (
        <Over>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {`More than 80 MW AC at one site, by ${megawatts(total - SAME_SITE_KW, decimals)} MW.`}
        </Over>
      )}
      {!isPlaced && <p>Without latitude and longitude a project has no neighbours.</p>}
      {isLimited && <p>Only neighbours in the chosen portfolios are counted.</p>}
      {near.length > 0 && (
        <>
          <h2>Within 1 mile</h2>
          <Neighbours list={near} orgSlug={orgSlug} style={style} />
        </>
      )}
      {far.length > 0 && (
        <>
          <h2>1–10 miles</h2>
          <Neighbours list={far} orgSlug={orgSlug} style={style} />
        </>
      )}
      {more > 0 && <p>{`And ${formatNumber(more)} more, farther away. The export has the nearest 1,000.`}</p>}
      <p>{SCREENING}</p>
      <div data-buttons="">
        <Button component={RouterLink} to={projectsAddress(orgSlug, project.id)} size="small">
          Open project
        </Button>
        <CopyLinkButton
          size="small"
          link={`${window.location.origin}${projectOnMapAddress(orgSlug, project.id, 'radius')}`}
        />
      </div>
    </Box>
  )
}

interface NeighboursProps {
  list: ProjectWithNeighbours['nearby']
  orgSlug: string
  style: DisplayStyle
}

/** Each with its distance in miles, the nearest first (RAD-01). */
const Neighbours = ({ list, orgSlug, style }: NeighboursProps) => (
  <Shares>
    {list.map(({ distance, isWithinOne, project: { id, name, capacityAc } }) => (
      <li key={id} data-one={isWithinOne ? '' : undefined}>
        <i aria-hidden="true" />
        <Link to={projectsAddress(orgSlug, id)}>{name}</Link>
        <span>{`${formatNumber(distance / MILE, 2)} mi`}</span>
        <b>{capacityAc === null ? MISSING : formatSystemSize(capacityAc, style)}</b>
      </li>
    ))}
  </Shares>
)
