import Button from '@mui/material/Button'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DisplayStyle } from '../../../../shared/enumerations.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  EmptyState,
  ListFoot,
  ListTools,
  Pagination,
  rangeText,
  SearchField,
  Table,
  useExistingPage,
  useListState,
} from '../../../ui/index.ts'
import { ProjectsPageDocument } from './operations.generated.ts'
import { columnsOf, Figures, LIST, PER_PAGE, phoneRowOf } from './ProjectsPage.tsx'

export interface PortfolioProjectsProps {
  portfolioId: string
  orgSlug: string
  displayStyle: DisplayStyle
  /** The address of the list; each project has its page below. */
  address: string
}

/** The projects of one portfolio (PORT-42). */
export function PortfolioProjects({ portfolioId, orgSlug, displayStyle, address }: PortfolioProjectsProps) {
  const list = useListState(LIST)
  const navigate = useNavigate()
  // The portfolio that they were acquired with is this one.
  const columns = useMemo(
    () => columnsOf(address, displayStyle).filter(({ key }) => key !== 'acquired_portfolio'),
    [address, displayStyle],
  )
  const from = new URLSearchParams({ portfolioId, portfolioSlug: address.split('/')[2] ?? '' })
  const newProject = `/${orgSlug}/projects/new?${from}`
  const { data, loading, stale, error } = useReading(
    ProjectsPageDocument,
    {
      orgSlug,
      portfolioIds: [portfolioId],
      isOwned: null,
      search: list.term || null,
      ordering: list.ordering,
      offset: list.offset,
    },
    { keep: true },
  )
  const { projects = [], aggregations } = data?.projects ?? {}
  const count = aggregations?.count ?? 0
  const pageCount = Math.ceil(count / PER_PAGE)
  useExistingPage(list.page, data && !stale ? pageCount : undefined, list.replacePage)
  return (
    <div>
      <ListTools>
        {aggregations && <Figures sums={aggregations} style={displayStyle} />}
        <div data-end="">
          <SearchField label="Search projects" width={240} value={list.text} onChange={list.setText} />
          {data?.projects.mayCreate && (
            // PFORM-07
            <Button component={Link} to={newProject} variant="contained" startIcon={<IconPlus />}>
              New project
            </Button>
          )}
        </div>
      </ListTools>
      <Table
        label="Projects"
        columns={columns}
        rows={projects}
        getRowId={({ id }) => id}
        onOpen={({ id }) => navigate(`${address}/${id}`)}
        sort={list.sort}
        onSort={list.setSort}
        phoneRow={phoneRowOf(displayStyle)}
        loading={loading}
        stale={stale && !error}
        {...(error && { error })}
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
    </div>
  )
}
