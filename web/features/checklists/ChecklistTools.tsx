import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { IconFileExport } from '@tabler/icons-react'
import { CHECKLIST_STATUS_LABELS, CHECKLIST_STATUSES } from '../../../shared/checklists.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { checklistExport } from '../../addresses.ts'
import { FigureLine, FilterMenu, MenuButton } from '../../ui/index.ts'
import { type Counts, type MatrixFilter, NOBODY, type Project, type User } from './matrix.ts'
import { StatusIcon } from './statusFace.tsx'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 20px',
  '& > h2': { margin: 0, ...theme.typography.h3 },
  '& > [data-end]': { marginLeft: 'auto', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
  [theme.breakpoints.down('md')]: { '& > [data-end]': { marginLeft: 0 } },
}))

const Figures = styled(FigureLine)(({ theme }) => ({
  '& > div': { gap: 5 },
  '& dd': { fontSize: 18, lineHeight: '24px' },
  '& dd[data-tone="done"]': { color: theme.vars.palette.success.text },
  '& dd[data-tone="attention"]': { color: theme.vars.palette.danger.text },
}))

export interface ChecklistToolsProps {
  checklists: readonly { readonly id: string; readonly name: string }[]
  chosen: { readonly id: string; readonly name: string }
  onChoose: (id: string) => void
  /** Null while the items are on their way. */
  counts: Counts | null
  filter: MatrixFilter
  onFilter: (filter: MatrixFilter) => void
  projects: readonly Project[]
  users: ReadonlyMap<string, User>
}

/** Over the matrix: which checklist it is, its figures, the filters and the export. */
export function ChecklistTools(props: ChecklistToolsProps) {
  const { checklists, chosen, counts, filter, onFilter, projects, users } = props
  const statuses = CHECKLIST_STATUSES.map((value) => ({
    value,
    label: CHECKLIST_STATUS_LABELS[value],
    icon: <StatusIcon status={value} />,
  }))
  const people = [
    { value: NOBODY, label: 'Nobody' },
    ...[...users.values()]
      .map(({ id, fullName }) => ({ value: id, label: fullName }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  ]
  const sites = projects.map(({ id, name }) => ({ value: id, label: name }))
  const chosenOf = <Option extends { value: string }>(
    options: readonly Option[],
    values: readonly string[],
  ) => options.filter(({ value }) => values.includes(value))
  return (
    <Bar>
      {checklists.length > 1 ? (
        <MenuButton
          label={chosen.name}
          variant="text"
          entries={checklists.map(({ id, name }) => ({
            key: id,
            label: name,
            selected: id === chosen.id,
            onSelect: () => props.onChoose(id),
          }))}
        />
      ) : (
        <h2>{chosen.name}</h2>
      )}
      {counts && (
        <Figures aria-label="Summary">
          {[
            ['total', counts.total],
            ['done', counts.done],
            ['attention needed', counts.attention],
            ['in progress', counts.inProgress],
            ['assigned', counts.assigned],
          ].map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd
                data-tone={label === 'done' ? 'done' : label === 'attention needed' ? 'attention' : undefined}
              >
                {formatNumber(Number(value))}
              </dd>
            </div>
          ))}
        </Figures>
      )}
      <div data-end="">
        <FilterMenu
          label="Status"
          options={statuses}
          selected={chosenOf(statuses, filter.statuses)}
          onChange={(values) =>
            onFilter({ ...filter, statuses: CHECKLIST_STATUSES.filter((each) => values.includes(each)) })
          }
        />
        <FilterMenu
          label="Assigned to"
          options={people}
          selected={chosenOf(people, filter.userIds)}
          onChange={(userIds) => onFilter({ ...filter, userIds })}
          find="Find a person"
          empty="No users found."
        />
        <FilterMenu
          label="Project"
          options={sites}
          selected={chosenOf(sites, filter.projectIds)}
          onChange={(projectIds) => onFilter({ ...filter, projectIds })}
          find="Find a project"
          empty="No projects found."
        />
        <Button
          href={checklistExport(chosen.id)}
          target="_blank"
          rel="noopener"
          startIcon={<IconFileExport />}
        >
          Export
        </Button>
      </div>
    </Bar>
  )
}
