import { IconBattery2, IconBatteryCharging, IconSolarPanel, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { type DisplayStyle, TECHNOLOGY_LABELS } from '../../../../shared/enumerations.ts'
import { formatCount, MISSING } from '../../../../shared/format/number.ts'
import { formatSystemSize } from '../../../../shared/format/systemSize.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { portfolioAddress } from '../../../addresses.ts'
import { BarCell, type Column, Link, MiddleEllipsis, PagedTable, useToast } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { capacityOf, cityAndState, formatStorage, Phase } from '../core/words.tsx'
import { DeleteProjects } from '../deletion/DeleteProjects.tsx'
import type { Project, ProjectListState, useProjects } from './useProjects.ts'

const TYPE_ICONS = {
  SOLAR: IconSolarPanel,
  STORAGE: IconBattery2,
  SOLAR_PLUS_STORAGE: IconBatteryCharging,
} as const

const TypeCell = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  color: theme.vars.palette.ink2,
  '& > svg': { flex: 'none', color: theme.vars.palette.ink3 },
}))

function TypeOf({ type }: Pick<Project, 'type'>) {
  const Icon = TYPE_ICONS[type]
  return (
    <TypeCell>
      <Icon size={16} aria-hidden="true" />
      {TECHNOLOGY_LABELS[type]}
    </TypeCell>
  )
}

/**
 * @param base the address below which each project has its page
 * @param largest capacity among the rows, in kW
 */
const columnsOf = (base: string, style: DisplayStyle, largest: number): readonly Column<Project>[] => [
  {
    key: 'name',
    header: 'Name',
    // What is over goes to the names: the other columns have one kind of value each.
    flex: 1,
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
    width: 160,
    sortable: true,
    cell: ({ location }) => <MiddleEllipsis text={cityAndState(location)} />,
  },
  {
    key: 'capacity',
    header: 'Capacity',
    width: 160,
    align: 'right',
    sortable: true,
    cell: (project) => {
      const capacity = capacityOf(project)
      return <BarCell value={capacity ?? 0} max={largest} text={formatSystemSize(capacity, style)} isBeside />
    },
  },
  // PROJ-14
  ...(style === 'MW'
    ? ([
        {
          key: 'storage',
          header: 'Storage',
          width: 100,
          align: 'right',
          shownFrom: 'lg',
          cell: ({ system }) => formatStorage(system.bessKwh, style),
        },
        { key: 'cod', header: 'COD', width: 110, shownFrom: 'lg', cell: ({ cod }) => formatDate(cod) },
        { key: 'ntp', header: 'NTP', width: 110, shownFrom: 'xl', cell: ({ ntp }) => formatDate(ntp) },
      ] satisfies Column<Project>[])
    : []),
  { key: 'type', header: 'Type', width: 150, sortable: true, cell: ({ type }) => <TypeOf type={type} /> },
  {
    key: 'acquired_portfolio',
    header: 'Acquired portfolio',
    width: 170,
    sortable: true,
    // PROJ-10
    cell: ({ acquiredPortfolio }) =>
      acquiredPortfolio ? (
        <Link to={portfolioAddress(acquiredPortfolio.slug)}>
          <MiddleEllipsis text={acquiredPortfolio.name} />
        </Link>
      ) : (
        MISSING
      ),
  },
]

/** A project as two lines on a phone. */
const phoneRowOf = (style: DisplayStyle) => (project: Project) => ({
  title: project.name,
  strong: true,
  facts: [
    <Phase key="status" status={project.status} />,
    cityAndState(project.location),
    formatSystemSize(capacityOf(project), style),
  ],
})

/** Projects as rows, and the pages of them. */
export function ProjectTable({
  base,
  style,
  list,
  found,
  isInPortfolio = false,
  emptyHint,
  deletable,
}: {
  /** The address below which each project has its page. */
  base: string
  style: DisplayStyle
  list: ProjectListState
  found: ReturnType<typeof useProjects>
  /** Inside one portfolio its column is left out: it is that one. */
  isInPortfolio?: boolean
  /** What to do where nothing is listed. */
  emptyHint: string
  /** Whose projects they are, for who may delete them (BO-03). */
  deletable?: { orgSlug: string } | undefined
}) {
  const navigate = useNavigate()
  const toast = useToast()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isDeleting, setDeleting] = useState(false)
  const largest = Math.max(0, ...found.rows.map((project) => capacityOf(project) ?? 0))
  const columns = useMemo(
    () => columnsOf(base, style, largest).filter(({ key }) => !isInPortfolio || key !== 'acquired_portfolio'),
    [base, style, largest, isInPortfolio],
  )
  return (
    <>
      <PagedTable
        label="Projects"
        list={list}
        page={found}
        noun="projects"
        columns={columns}
        getRowId={({ id }) => id}
        rowHeight={36}
        onOpen={({ id }) => navigate(`${base}/${id}`)}
        phoneRow={phoneRowOf(style)}
        selection={
          deletable && {
            selected,
            onChange: setSelected,
            nameOf: ({ name }) => name,
            actions: [
              {
                key: 'delete',
                label: 'Delete',
                icon: <IconTrash />,
                tone: 'danger',
                onSelect: () => setDeleting(true),
              },
            ],
          }
        }
        // PROJ-07
        empty={{
          title: 'No projects found.',
          hint: emptyHint,
        }}
      />
      {deletable && isDeleting && (
        <DeleteProjects
          orgSlug={deletable.orgSlug}
          of={{ projectIds: [...selected] }}
          onClose={() => setDeleting(false)}
          onDeleted={async (deleted) => {
            setDeleting(false)
            setSelected(new Set())
            toast.success(`${formatCount(deleted, 'project')} deleted`)
            await found.refetch()
          }}
        />
      )}
    </>
  )
}
