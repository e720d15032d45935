import ButtonBase from '@mui/material/ButtonBase'
import { type RefObject, useEffect, useRef } from 'react'
import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { SAME_SITE_KW } from '../../../../shared/qualifyingFacilities.ts'
import type { Reading } from '../../../graphql/useReading.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Chip,
  EmptyState,
  ErrorState,
  ListFoot,
  Loading,
  Pagination,
  rangeText,
  SkeletonLines,
  useExistingPage,
  VisuallyHidden,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type ProjectFilter, variablesOf } from '../core/filter.ts'
import { cityAndState } from '../core/words.tsx'
import { ProjectsAroundDocument, type ProjectsAroundQuery } from './operations.generated.ts'
import { SameSite } from './SameSite.tsx'
import type { ProjectWithNeighbours } from './useNeighbours.ts'

const PER_PAGE = 50

const Side = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  overflowY: 'auto',
  backgroundColor: theme.vars.palette.surface,
  '& > ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& > [data-foot]': { padding: '8px 20px' },
}))

const GRID = 'minmax(0, 1fr) 64px 84px 92px'
const NARROW = 'minmax(0, 1fr) 48px 70px 72px'

const ColumnHeads = styled('div')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: 1,
  display: 'grid',
  gridTemplateColumns: GRID,
  alignItems: 'center',
  gap: 8,
  minHeight: 34,
  padding: '0 20px',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  backgroundColor: theme.vars.palette.surface,
  ...theme.typography.note,
  fontWeight: 500,
  '& > :not(:first-of-type)': { textAlign: 'right' },
  [theme.breakpoints.down('md')]: { gridTemplateColumns: NARROW, padding: '0 16px' },
}))

const Row = styled('li')(({ theme }) => ({
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '&[data-active]': {
    backgroundColor: theme.vars.palette.selected,
    boxShadow: `inset 3px 0 0 ${theme.vars.palette.sun.main}`,
  },
}))

const Choice = styled(ButtonBase)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: GRID,
  alignItems: 'center',
  gap: 8,
  width: '100%',
  minHeight: 54,
  padding: '6px 20px',
  font: 'inherit',
  textAlign: 'left',
  '&:hover': { backgroundColor: theme.vars.palette.hover },
  '&.Mui-focusVisible': { outlineOffset: -2 },
  '& > span': { display: 'grid', minWidth: 0, '& > b': { fontWeight: 600 } },
  '& > span:first-of-type > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > span:not(:first-of-type)': { textAlign: 'right', justifyItems: 'end' },
  '& small': theme.typography.note,
  [theme.breakpoints.down('md')]: { gridTemplateColumns: NARROW, padding: '6px 16px' },
}))

type Project = ProjectsAroundQuery['projects']['projects'][number]

/** What a view of the projects shows, and its page. */
export interface ShownProjects {
  filter: ProjectFilter
  ordering: string
  offset: number
  page: number
  setPage: (page: number) => void
  /** In place of a page that is gone. */
  replacePage: (page: number) => void
  style: DisplayStyle
  /** Counts and sums around each project, instead of what it is. */
  isRadius: boolean
  /** The project that is chosen, in the address. */
  activeId: string | null
  onActivate: (id: string | null) => void
}

interface ProjectsBesideProps extends ShownProjects {
  activeProject: ProjectWithNeighbours | null
  neighbours: Pick<Reading<unknown>, 'error'>
}

/**
 * Scrolls the list, where it scrolls by itself, to what is chosen on the map, or by the address.
 * @param chosen which one, and whether it stands among the others; null for none
 */
function useChosenInView(side: RefObject<HTMLElement | null>, chosen: string | null): void {
  useEffect(() => {
    const list = side.current
    const row = list?.querySelector('[data-active]')
    if (chosen === null || !list || !row || list.scrollHeight <= list.clientHeight) return
    const head = list.firstElementChild?.clientHeight ?? 0
    const [seen, box] = [list.getBoundingClientRect(), row.getBoundingClientRect()]
    const above = box.top - (seen.top + head)
    // As a whole as far as there is room; one that is in view stays.
    if (above < 0 || box.bottom > seen.bottom) {
      list.scrollTop += above < 0 ? above : Math.min(above, box.bottom - seen.bottom)
    }
  }, [side, chosen])
}

/** What the map says, in words and figures; the chosen project is opened in its place. */
export function ProjectSideList({
  filter,
  ordering,
  offset,
  page,
  setPage,
  replacePage,
  style,
  isRadius,
  activeId,
  activeProject,
  neighbours,
  onActivate,
}: ProjectsBesideProps) {
  const { data, error, loading, stale } = useReading(
    ProjectsAroundDocument,
    { ...variablesOf(filter), ordering, offset },
    { keep: true, every: 60_000 },
  )
  const { projects = [], aggregations } = data?.projects ?? {}
  const count = aggregations?.count ?? 0
  const pageCount = Math.ceil(count / PER_PAGE)
  useExistingPage(page, data && !stale ? pageCount : undefined, replacePage)
  const size = (kilowatts: number) => (kilowatts === 0 ? MISSING : formatSystemSize(kilowatts, style))
  const details = activeProject && (
    <SameSite
      project={activeProject}
      orgSlug={filter.orgSlug}
      style={style}
      isLimited={filter.portfolioIds !== null}
    />
  )
  const isListed = projects.some(({ id }) => id === activeId)
  const side = useRef<HTMLElement>(null)
  useChosenInView(side, activeProject && `${activeProject.id} ${isListed ? 'listed' : 'above'}`)
  return (
    <Side
      ref={side}
      aria-label={isRadius ? 'Qualifying Facilities' : 'Projects of the map'}
      style={{ opacity: stale ? 0.45 : 1 }}
    >
      <ColumnHeads>
        <span>Project</span>
        <span>{isRadius ? 'MW ac' : 'Size'}</span>
        <span>Within 1 mi</span>
        <span>Within 10 mi</span>
      </ColumnHeads>
      {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
      {loading && <Loading active skeleton={<SkeletonLines count={5} />} />}
      {data && projects.length === 0 && (
        <EmptyState title="No projects found." hint="Clear the search or choose other portfolios." />
      )}
      <ul>
        {/* From a link, or of another page. */}
        {activeProject && !isListed && (
          <Row data-active="">
            <Summary
              project={activeProject}
              isRadius={isRadius}
              isOpen
              size={size}
              onPress={() => onActivate(null)}
            />
            {details}
          </Row>
        )}
        {projects.map((project) => {
          const isOpen = project.id === activeId
          return (
            <Row key={project.id} data-active={isOpen ? '' : undefined}>
              <Summary
                project={isOpen && activeProject ? activeProject : project}
                isRadius={isRadius}
                isOpen={isOpen}
                size={size}
                onPress={() => onActivate(isOpen ? null : project.id)}
              />
              {isOpen &&
                (details ??
                  (neighbours.error ? (
                    <ErrorState {...neighbours.error} />
                  ) : (
                    <Loading active skeleton={<SkeletonLines count={3} />} />
                  )))}
            </Row>
          )
        })}
      </ul>
      <ListFoot data-foot="">
        <span>{rangeText(offset, projects.length, count)}</span>
        <Pagination page={page} pageCount={pageCount} onChange={setPage} label="Pages of projects" />
      </ListFoot>
    </Side>
  )
}

interface SummaryProps {
  project: Omit<Project, '__typename'>
  isRadius: boolean
  isOpen: boolean
  size: (kilowatts: number) => string
  onPress: () => void
}

/** A project in one line of two: its counts and sums within one and ten miles (RAD-01). */
function Summary({ project, isRadius, isOpen, size, onPress }: SummaryProps) {
  const { capacity, capacityAc, location, isOwned } = project
  const exceedsLimit = (capacityAc ?? 0) + project.withinOneSumCapacityAc > SAME_SITE_KW
  return (
    <Choice aria-expanded={isOpen} onClick={onPress}>
      <span>
        <b>{project.name}</b>
        <small>
          {cityAndState(location)}
          {isOwned && ' · Owned'}
        </small>
      </span>
      <span>
        <b>
          {isRadius
            ? capacityAc === null
              ? MISSING
              : formatNumber(capacityAc / 1000, 1)
            : size(capacity ?? 0)}
        </b>
        {isRadius && <VisuallyHidden>MW ac</VisuallyHidden>}
        {isRadius && exceedsLimit && (
          <Chip tone="danger">
            80+<VisuallyHidden> MW ac at one site</VisuallyHidden>
          </Chip>
        )}
      </span>
      <Near miles="1 mile" count={project.withinOneCount} sum={size(project.withinOneSumCapacityAc)} />
      <Near miles="10 miles" count={project.withinTenCount} sum={size(project.withinTenSumCapacityAc)} />
    </Choice>
  )
}

/** What the head of the column says goes with the figures where they are read out by themselves. */
const Near = ({ miles, count, sum }: { miles: string; count: number; sum: string }) => (
  <span>
    <b>
      {formatNumber(count)}
      <VisuallyHidden> within {miles}</VisuallyHidden>
    </b>
    <small>{sum}</small>
  </span>
)
