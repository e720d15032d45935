import Button from '@mui/material/Button'
import {
  IconDotsVertical,
  IconFileExport,
  IconList,
  IconMap2,
  IconPlus,
  IconTarget,
} from '@tabler/icons-react'
import { Link as RouterLink, useSearchParams } from 'react-router'
import {
  NEW_PROJECT_IN_OFFICE,
  newProjectAddress,
  projectsAddress,
  projectsExport,
} from '../../../addresses.ts'
import { grants } from '../../../graphql/access.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Actions,
  FilterMenu,
  ListTools,
  Loading,
  lazily,
  MenuButton,
  Page,
  SearchField,
  Segments,
  SkeletonLines,
  useBreakpoint,
  usePageTitle,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { Figures } from './Figures.tsx'
import { ProjectPortfoliosDocument } from './operations.generated.ts'
import { ProjectTable } from './ProjectTable.tsx'
import { useProjectList, useProjects } from './useProjects.ts'

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
  async () => (await import('../mapView/MapView.tsx')).MapView,
  <Loading active skeleton={<SkeletonLines />} />,
  true,
)
const IS_OWNED = { all: null, owned: true, pipeline: false } as const
const PORTFOLIOS = 'portfolio_ids'
const ADD_IN_ADMIN = 'Add projects in Admin'

const WholeWidth = styled('div')(({ theme }) => ({
  margin: '-20px calc(-1 * var(--page-gutter)) -32px',
  [theme.breakpoints.down('md')]: { marginTop: -16 },
}))

/** The projects of an organisation (PROJ-01). */
export function ProjectsPage() {
  const organisation = useArea((one) => grants(one, 'PROJECTS_VIEW'))
  const { slug: orgSlug, displayStyle, name } = organisation
  usePageTitle(`Projects · ${name}`)
  const [address, setAddress] = useSearchParams()
  const portfolioIds = address.getAll(PORTFOLIOS)
  const list = useProjectList()
  const wide = useBreakpoint('md')
  const { data: known } = useReading(ProjectPortfoliosDocument, { orgSlug })
  const options = (known?.portfolios ?? []).map(({ id, name: label, projectCount: count }) => ({
    value: id,
    label,
    count,
  }))
  const { view, ownership } = list.filters
  const filter = {
    orgSlug,
    portfolioIds: portfolioIds.length > 0 ? portfolioIds : null,
    isOwned: IS_OWNED[ownership],
    search: list.term || null,
  }
  const found = useProjects(list, filter, view === 'list')
  const { aggregations, mayCreate } = found.data?.projects ?? {}
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
  /** Another view is a step of its own, which Back takes back (SHELL-43). */
  const show = (next: typeof view) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('page')
        after.delete('view')
        if (next !== 'list') after.set('view', next)
        return after
      },
      { preventScrollReset: true },
    )
  // PROJ-19; the radius view has one of its own, of what it shows.
  const exported = new URLSearchParams([
    ...portfolioIds.map((id) => [PORTFOLIOS, id]),
    ...(view === 'radius' && ownership !== 'all' ? [['ownership', ownership]] : []),
    ...(view === 'radius' && list.term ? [['q', list.term]] : []),
  ])
  const exportAddress = projectsExport(orgSlug, view === 'radius' ? 'nearby' : 'list', exported)
  const newAddress = newProjectAddress(orgSlug)
  return (
    <Page
      title="Projects"
      subtitle={name}
      actions={
        wide ? (
          <Actions>
            <Button href={exportAddress} download startIcon={<IconFileExport />}>
              Export
            </Button>
            {grants(organisation, 'PROJECTS_ADMIN') && (
              // PROJ-17
              <Button component={RouterLink} to={NEW_PROJECT_IN_OFFICE} variant="text">
                {ADD_IN_ADMIN}
              </Button>
            )}
            {mayCreate && (
              <Button component={RouterLink} to={newAddress} variant="contained" startIcon={<IconPlus />}>
                New project
              </Button>
            )}
          </Actions>
        ) : (
          <MenuButton
            label="More for projects"
            icon={<IconDotsVertical />}
            entries={[
              ...(mayCreate
                ? [{ key: 'new', label: 'New project', icon: <IconPlus />, to: newAddress }]
                : []),
              ...(grants(organisation, 'PROJECTS_ADMIN')
                ? [{ key: 'admin', label: ADD_IN_ADMIN, to: NEW_PROJECT_IN_OFFICE }]
                : []),
              {
                key: 'export',
                label: 'Export',
                icon: <IconFileExport />,
                href: exportAddress,
                download: true,
              },
            ]}
          />
        )
      }
      figures={aggregations && <Figures sums={aggregations} style={displayStyle} />}
      tools={
        <ListTools>
          <Segments label="View" segments={VIEWS} value={view} onChange={show} />
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
              all="All portfolios"
              find="Find a portfolio"
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
      }
    >
      {view === 'list' ? (
        <div>
          <ProjectTable
            emptyHint="Clear the search or choose other portfolios."
            base={projectsAddress(orgSlug)}
            style={displayStyle}
            list={list}
            found={found}
            deletable={mayCreate ? { orgSlug } : undefined}
          />
        </div>
      ) : (
        <WholeWidth>
          <MapView
            filter={filter}
            ordering={list.ordering}
            offset={list.offset}
            page={list.page}
            setPage={list.setPage}
            replacePage={list.replacePage}
            style={displayStyle}
            isRadius={view === 'radius'}
            activeId={list.ids.project || null}
            onActivate={(id) => list.setId('project', id ?? '')}
          />
        </WholeWidth>
      )}
    </Page>
  )
}
