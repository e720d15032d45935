import Button from '@mui/material/Button'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link as RouterLink, useNavigate, useParams } from 'react-router'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import {
  editProjectAddress,
  portfolioProjectsAddress,
  projectOnMapAddress,
  projectsAddress,
} from '../../../addresses.ts'
import { grants } from '../../../graphql/access.ts'
import { PageNotFound } from '../../../graphql/errors.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Actions,
  BorderedList,
  Breadcrumbs,
  ErrorState,
  type LedgerTile,
  LedgerTiles,
  Link,
  Loading,
  PageHead,
  PageHeading,
  SkeletonLines,
  TitleRow,
  usePageTitle,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { cityAndState, formatStorage, withUnit } from '../core/words.tsx'
import { DeleteProjects } from '../deletion/DeleteProjects.tsx'
import { Section } from './Facts.tsx'
import type { OpenProject } from './openProject.ts'
import { ProjectCrossLinksDocument, ProjectPageDocument } from './operations.generated.ts'
import { ProjectFacts } from './ProjectFacts.tsx'
import { ProjectMap } from './ProjectMap.tsx'
import { ProjectParts } from './ProjectParts.tsx'

const ProjectHead = styled(PageHead)({ paddingTop: 14 })

const Title = styled(TitleRow)(({ theme }) => ({
  minHeight: 36,
  '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 10px', minWidth: 0 },
  '& p': { margin: 0, ...theme.typography.prose, lineHeight: '20px', color: theme.vars.palette.ink2 },
}))

const Body = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 384px',
  alignItems: 'start',
  gap: 16,
  padding: '16px var(--page-gutter) 32px',
  '& > div': { display: 'grid', gap: 16, minWidth: 0 },
  [theme.breakpoints.down('lg')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}))

/** A project with all that is known of it (PROJ-11, PROJ-12); in its organisation, or below a portfolio's path. */
export function ProjectPage() {
  const navigate = useNavigate()
  const toast = useToast()
  const [isDeleting, setDeleting] = useState(false)
  const { orgSlug, projectId = '', slug } = useParams()
  const [isWaiting, setWaiting] = useState(false)
  const { data, error, refetch } = useReading(
    ProjectPageDocument,
    { projectId, isBelowPortfolio: slug !== undefined },
    // Layers are there a moment after their file.
    { every: isWaiting ? 2000 : 60_000 },
  )
  const project = data?.project
  const waits = project?.spatial?.state === 'WAITING'
  useEffect(() => setWaiting(waits), [waits])
  usePageTitle(project?.name ?? 'Project')
  // PORT-04, PORT-13
  const isInPortfolio = project?.portfolios?.some(
    (one) => one.slug === slug && one.enableProjects && grants(one, 'PROJECTS_VIEW'),
  )
  const isElsewhere =
    project && (slug === undefined ? orgSlug !== undefined && project.org.slug !== orgSlug : !isInPortfolio)
  if (isElsewhere || (!project && error?.code === 'NOT_FOUND')) throw new PageNotFound()
  if (!project) {
    return (
      <Body>
        {error ? (
          <ErrorState message={error.message} onRetry={error.onRetry} />
        ) : (
          <Loading active skeleton={<SkeletonLines count={8} />} />
        )}
      </Body>
    )
  }
  const { org } = project
  return (
    <>
      <ProjectHead>
        <Breadcrumbs
          items={
            slug === undefined
              ? [
                  { label: `${org.name} projects`, to: projectsAddress(org.slug) },
                  { label: project.name, to: projectsAddress(org.slug, project.id) },
                ]
              : // PORT-42
                [
                  { label: 'Projects', to: portfolioProjectsAddress(slug) },
                  { label: project.name, to: portfolioProjectsAddress(slug, project.id) },
                ]
          }
        />
        <Title>
          <div>
            <PageHeading>{project.name}</PageHeading>
            <p>{cityAndState(project.location)}</p>
          </div>
          {project.mayEdit && (
            <Actions>
              <Button color="error" startIcon={<IconTrash />} onClick={() => setDeleting(true)}>
                Delete
              </Button>
              {/* PROJ-15 */}
              <Button
                component={RouterLink}
                to={editProjectAddress(org.slug, project.id, slug)}
                startIcon={<IconPencil />}
              >
                Edit Project
              </Button>
            </Actions>
          )}
        </Title>
        <LedgerTiles label="Figures" tiles={tilesOf(project)} />
      </ProjectHead>
      {isDeleting && (
        <DeleteProjects
          orgSlug={org.slug}
          of={{ projectIds: [project.id] }}
          onClose={() => setDeleting(false)}
          onDeleted={async () => {
            toast.success(`${project.name} deleted`)
            await navigate(slug === undefined ? projectsAddress(org.slug) : portfolioProjectsAddress(slug))
          }}
        />
      )}
      <Body>
        <div>
          {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
          <ProjectFacts project={project} />
          <ProjectParts project={project} />
        </div>
        <div>
          <ProjectMap project={project} onUploaded={refetch} />
          <Nearby project={project} />
          <CrossLinks projectId={project.id} />
        </div>
      </Body>
    </>
  )
}

function tilesOf({ org, system, ...project }: OpenProject): readonly LedgerTile[] {
  const size = (kilowatts: number | null) => formatSystemSize(kilowatts, org.displayStyle)
  return [
    { key: 'dc', label: 'Capacity DC', value: size(project.capacity) },
    { key: 'ac', label: 'Capacity AC', value: size(project.capacityAc) },
    { key: 'storage', label: 'Storage', value: formatStorage(system.bessKwh, org.displayStyle) },
    { key: 'length', label: 'PPA length', value: withUnit(project.ppaLength, 'years') },
    // As the rooms of projects say it (PORT-27).
    {
      key: 'remaining',
      label: 'Remaining PPA term',
      value: withUnit(project.ppaRemainingAvg, 'years', 1),
    },
  ]
}

const Lines = styled(BorderedList)({ '& > li': { minHeight: 36, padding: '4px 12px' } })

/** What lies around it, in figures (RAD-01). */
function Nearby({ project }: { project: OpenProject }) {
  const style = project.org.displayStyle
  const isPlaced = project.location.latitude !== null && project.location.longitude !== null
  return (
    <Section title="Nearby projects">
      {isPlaced ? (
        <Lines>
          <li>
            Within 1 mile: {project.withinOneCount}, {formatSystemSize(project.withinOneSumCapacityAc, style)}{' '}
            AC
          </li>
          <li>
            Within 10 miles: {project.withinTenCount},{' '}
            {formatSystemSize(project.withinTenSumCapacityAc, style)} AC
          </li>
        </Lines>
      ) : (
        <p>Without latitude and longitude a project has no neighbours.</p>
      )}
      {isPlaced && (
        <p>
          <Link to={projectOnMapAddress(project.org.slug, project.id, 'radius')}>Qualifying Facilities</Link>
        </p>
      )}
    </Section>
  )
}

/** Portfolios and pages in which it appears (PROJ-26); a part that fails leaves the page usable (ERR-10). */
function CrossLinks({ projectId }: { projectId: string }) {
  const { data, error } = useReading(ProjectCrossLinksDocument, { projectId })
  const links = data?.projectCrossLinks
  return (
    <Section title="Appears in">
      {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
      {!links && !error && <Loading active skeleton={<SkeletonLines count={2} />} />}
      {links?.length === 0 && <p>This project is in no deal room that you can open.</p>}
      {links && links.length > 0 && (
        <Lines>
          {links.map(({ name, url }) => (
            <li key={url}>
              <Link to={url}>{name}</Link>
            </li>
          ))}
        </Lines>
      )}
    </Section>
  )
}
