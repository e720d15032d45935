import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { IconFileExport, IconList, IconMap2, IconPlus, IconTarget } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router'
import { type DisplayStyle, TECHNOLOGY_LABELS } from '../../../../shared/enumerations.ts'
import { formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { grants } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  type Column,
  EmptyState,
  FilterMenu,
  Link,
  ListFoot,
  ListTools,
  Loading,
  lazily,
  MiddleEllipsis,
  Page,
  Pagination,
  rangeText,
  SearchField,
  Segments,
  SkeletonLines,
  Table,
  useExistingPage,
  useListState,
  usePageTitle,
} from '../../../ui/index.ts'
import { formatStorage, Phase, placeOf } from '../words.tsx'
import {
  ProjectPortfoliosDocument,
  ProjectsPageDocument,
  type ProjectsPageQuery,
} from './operations.generated.ts'

export type Project = ProjectsPageQuery['projects']['projects'][number]
type Sums = ProjectsPageQuery['projects']['aggregations']

export const PER_PAGE = 50
export const LIST = {
  // PROJ-06
  filters: { ownership: ['all', 'owned', 'pipeline'], view: ['list', 'map', 'radius'] },
  ids: ['project'],
  sorts: ['name', 'status', 'location', 'capacity', 'type', 'acquired_portfolio'],
  // PROJ-08
  sort: { key: 'name', direction: 'asc' },
  perPage: PER_PAGE,
} as const
const OWNERSHIP = [
  { value: 'all', label: 'All' },
  { value: 'owned', label: 'Owned' },
  { value: 'pipeline', label: 'Pipeline' },
] as const
// PROJ-01
const VIEWS = [
  { value: 'list', label: 'List', icon: <IconList /> },
  { value: 'map', label: 'Map', icon: <IconMap2 /> },
  { value: 'radius', label: 'Qualifying Facilities', icon: <IconTarget /> },
] as const
const MapView = lazily(
  async () => (await import('../map/MapView.tsx')).MapView,
  <Loading active skeleton={<SkeletonLines />} />,
  true,
)
const IS_OWNED = { all: null, owned: true, pipeline: false } as const
const PORTFOLIOS = 'portfolio_ids'

const WholeWidth = styled('div')({ margin: '0 calc(-1 * var(--page-gutter)) -32px' })

const Buttons = styled('div')({ display: 'flex', gap: 8 })

const Banner = styled('dl')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 0',
  margin: 0,
  '& > div': {
    display: 'flex',
    flexDirection: 'row-reverse',
    alignItems: 'baseline',
    gap: 6,
    padding: '0 20px',
    borderLeft: `1px solid ${theme.vars.palette.line}`,
  },
  '& > div:first-of-type': { paddingLeft: 0, borderLeft: 0 },
  '& dt': { fontSize: 12, color: theme.vars.palette.ink3 },
  '& dd': { margin: 0, fontSize: 15, fontWeight: 600 },
  [theme.breakpoints.down('md')]: { '& > div': { padding: '0 10px' } },
}))

/** @param base the address below which each project has its page */
export const columnsOf = (base: string, style: DisplayStyle): readonly Column<Project>[] => [
  {
    key: 'name',
    header: 'Name',
    flex: 2,
    sortable: true,
    // PROJ-10
    cell: ({ id, name }) => (
      <Link to={`${base}/${id}`} color="inherit" underline="hover" sx={{ fontWeight: 500 }}>
        <MiddleEllipsis text={name} />
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 120,
    sortable: true,
    cell: ({ status }) => <Phase status={status} />,
  },
  {
    key: 'location',
    header: 'Location',
    sortable: true,
    cell: ({ location }) => <MiddleEllipsis text={placeOf(location)} />,
  },
  {
    key: 'capacity',
    header: 'Capacity',
    width: 110,
    align: 'right',
    sortable: true,
    cell: ({ capacity }) => formatSystemSize(capacity, style),
  },
  // PROJ-14
  ...(style === 'MW'
    ? ([
        {
          key: 'storage',
          header: 'Storage',
          width: 100,
          align: 'right',
          from: 'lg',
          cell: ({ system }) => formatStorage(system.bessKwh, style),
        },
        { key: 'cod', header: 'COD', width: 110, from: 'lg', cell: ({ cod }) => formatDate(cod) },
        { key: 'ntp', header: 'NTP', width: 110, from: 'xl', cell: ({ ntp }) => formatDate(ntp) },
      ] satisfies Column<Project>[])
    : []),
  { key: 'type', header: 'Type', width: 130, sortable: true, cell: ({ type }) => TECHNOLOGY_LABELS[type] },
  {
    key: 'acquired_portfolio',
    header: 'Acquired portfolio',
    sortable: true,
    // PROJ-10
    cell: ({ acquiredPortfolio }) =>
      acquiredPortfolio ? (
        <Link to={`/portfolios/${acquiredPortfolio.slug}`}>
          <MiddleEllipsis text={acquiredPortfolio.name} />
        </Link>
      ) : (
        MISSING
      ),
  },
]

/** The projects of an organisation (PROJ-01). */
export function ProjectsPage() {
  const organisation = useArea((one) => grants(one, 'PROJECTS_VIEW'))
  const { slug: orgSlug, displayStyle, name } = organisation
  usePageTitle(`Projects · ${name}`)
  const [address, setAddress] = useSearchParams()
  const portfolioIds = address.getAll(PORTFOLIOS)
  const list = useListState(LIST)
  const navigate = useNavigate()
  const columns = useMemo(() => columnsOf(`/${orgSlug}/projects`, displayStyle), [orgSlug, displayStyle])
  const { data: known } = useReading(ProjectPortfoliosDocument, { orgSlug })
  const options = (known?.portfolios ?? []).map(({ id, name: label }) => ({ value: id, label }))
  const { view, ownership } = list.filters
  const filter = {
    orgSlug,
    portfolioIds: portfolioIds.length > 0 ? portfolioIds : null,
    isOwned: IS_OWNED[ownership],
    search: list.term || null,
  }
  const { data, loading, stale, error } = useReading(
    ProjectsPageDocument,
    { ...filter, ordering: list.ordering, offset: list.offset },
    { keep: true, every: 60_000 },
  )
  const { projects = [], aggregations } = data?.projects ?? {}
  const count = aggregations?.count ?? 0
  const pageCount = Math.ceil(count / PER_PAGE)
  useExistingPage(list.page, view === 'list' && data && !stale ? pageCount : undefined, list.replacePage)
  const choose = (ids: readonly string[]) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(PORTFOLIOS)
        next.delete('page')
        for (const id of ids) next.append(PORTFOLIOS, id)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  // PROJ-19; the radius view has one of its own, of what it shows.
  const exported = new URLSearchParams([
    ...portfolioIds.map((id) => [PORTFOLIOS, id]),
    ...(view === 'radius' && ownership !== 'all' ? [['ownership', ownership]] : []),
    ...(view === 'radius' && list.term ? [['q', list.term]] : []),
  ])
  const exportPath = view === 'radius' ? 'projects-nearby-export' : 'projects-list-export'
  return (
    <Page
      title="Projects"
      of={name}
      beside={
        <Buttons>
          <Button
            href={`/${orgSlug}/${exportPath}${exported.size > 0 ? `?${exported}` : ''}`}
            download
            startIcon={<IconFileExport />}
          >
            Export
          </Button>
          {data?.projects.mayCreate && (
            <Button
              component={RouterLink}
              to={`/${orgSlug}/projects/new`}
              variant="contained"
              startIcon={<IconPlus />}
            >
              New project
            </Button>
          )}
        </Buttons>
      }
    >
      <div>
        <ListTools>
          <Segments
            label="View"
            segments={VIEWS}
            value={view}
            onChange={(next) => list.setFilter('view', next)}
          />
          {aggregations && <Figures sums={aggregations} style={displayStyle} />}
          <div data-end="">
            <SearchField label="Search projects" width={240} value={list.text} onChange={list.setText} />
            <FilterMenu
              label="Portfolio"
              options={options}
              selected={options.filter(({ value }) => portfolioIds.includes(value))}
              onChange={choose}
              // PROJ-04, PROJ-05
              summary={(selected) =>
                selected.length === 0 ? 'All' : selected.length > 1 ? 'Multiple' : (selected[0]?.label ?? '')
              }
              empty="No portfolios found."
            />
            <Segments
              label="Ownership"
              segments={OWNERSHIP}
              value={ownership}
              onChange={(value) => list.setFilter('ownership', value)}
            />
          </div>
        </ListTools>
        {view === 'list' ? (
          <>
            <Table
              label="Projects"
              columns={columns}
              rows={projects}
              getRowId={({ id }) => id}
              onOpen={({ id }) => navigate(`/${orgSlug}/projects/${id}`)}
              sort={list.sort}
              onSort={list.setSort}
              phoneRow={phoneRowOf(displayStyle)}
              loading={loading}
              stale={stale && !error}
              {...(error && { error })}
              // PROJ-07
              empty={<EmptyState title="No projects found." />}
            />
            <ListFoot>
              <span>{rangeText(list.offset, projects.length, count)}</span>
              <Pagination
                page={list.page}
                pageCount={pageCount}
                onChange={list.setPage}
                label="Pages of projects"
              />
            </ListFoot>
          </>
        ) : (
          <WholeWidth>
            <MapView
              filter={filter}
              ordering={list.ordering}
              offset={list.offset}
              page={list.page}
              setPage={list.setPage}
              style={displayStyle}
              isRadius={view === 'radius'}
              activeId={list.ids.project || null}
              onActivate={(id) => list.setId('project', id ?? '')}
            />
          </WholeWidth>
        )}
      </div>
    </Page>
  )
}

/** A project as two lines on a phone. */
export const phoneRowOf = (style: DisplayStyle) => (project: Project) => ({
  title: project.name,
  strong: true,
  facts: [
    <Phase key="status" status={project.status} />,
    placeOf(project.location),
    formatSystemSize(project.capacity, style),
  ],
})

/** What all that is found comes to together (PROJ-02, PROJ-03). */
export function Figures({ sums, style }: { sums: Sums; style: DisplayStyle }) {
  const { count, totalCapacity, minCapacity, maxCapacity } = sums
  const range =
    minCapacity === null || maxCapacity === null
      ? MISSING
      : `${formatSystemSize(minCapacity, style)} to ${formatSystemSize(maxCapacity, style)}`
  return (
    <Banner aria-label="Figures">
      {[
        ['projects', formatNumber(count)],
        ['total system size', formatSystemSize(totalCapacity, style)],
        ['size range', range],
      ].map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Banner>
  )
}
