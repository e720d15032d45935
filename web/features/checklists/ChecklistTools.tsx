import Button from '@mui/material/Button'
import { IconFileExport } from '@tabler/icons-react'
import { CHECKLIST_STATUS_LABELS, CHECKLIST_STATUSES } from '../../../shared/checklists.ts'
import { formatNumber } from '../../../shared/format/number.ts'
import { checklistExport } from '../../addresses.ts'
import { FigureLine, FilterMenu, MenuButton, VisuallyHidden } from '../../ui/index.ts'
import { styled } from '../../ui/theme/styled.tsx'
import { type Counts, type MatrixFilter, NOBODY, type Project, type User } from './matrix.ts'
import { StatusIcon } from './statusFace.tsx'

const ChecklistHead = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '8px 20px',
  '& > h2': { margin: 0, ...theme.typography.h3 },
  '& > [data-end]': { display: 'grid', marginLeft: 'auto' },
  [theme.breakpoints.down('md')]: {
    '& > [data-end]': { marginLeft: 0 },
    // One line, which scrolls where it is too long.
    '& > dl': { flexWrap: 'nowrap', gap: 16, maxWidth: '100%', overflowX: 'auto' },
    '& > dl > div': { flex: 'none' },
  },
}))

/** Filters, or what can be done with the chosen cells: each in the place of the other, so that the matrix stays where it is. */
const Tools = styled('div')({
  gridArea: '1 / 1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '&[data-selected]': { justifyContent: 'flex-end' },
  '&[inert]': { visibility: 'hidden' },
})

const Figures = styled(FigureLine)(({ theme }) => ({
  '& > div': { gap: 5 },
  '& dd': theme.typography.figure,
  '& dd[data-tone="done"]': { color: theme.vars.palette.success.text },
  '& dd[data-tone="attention"]': { color: theme.vars.palette.danger.text },
}))

interface ChecklistToolsProps {
  checklists: readonly { readonly id: string; readonly name: string }[]
  chosen: { readonly id: string; readonly name: string }
  onChoose: (id: string) => void
  /** Null while the items are on their way. */
  counts: Counts | null
  filter: MatrixFilter
  onFilter: (filter: MatrixFilter) => void
  projects: readonly Project[]
  users: ReadonlyMap<string, User>
  /** At a desk; a phone shows one project at a time, chosen elsewhere. */
  isWide: boolean
  /** How many cells are chosen together. */
  selected: number
  /** Opens those that are chosen. */
  onOpen: () => void
  onClear: () => void
}

/** Over the matrix: which checklist it is, its figures, the filters and the export. */
export function ChecklistTools(props: ChecklistToolsProps) {
  const { checklists, chosen, counts, filter, onFilter, projects, users, selected } = props
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
  // On a phone the tab says what this is, and room is scarce.
  const title = props.isWide ? <h2>{chosen.name}</h2> : <VisuallyHidden as="h2">{chosen.name}</VisuallyHidden>
  const known = new Set(people.map(({ value }) => value))
  // An address may name somebody whom the page does not know.
  const assigned = [
    ...people.filter(({ value }) => filter.userIds.includes(value)),
    ...filter.userIds.filter((id) => !known.has(id)).map((value) => ({ value, label: 'Somebody' })),
  ]
  const chosenOf = <Option extends { value: string }>(
    options: readonly Option[],
    values: readonly string[],
  ) => options.filter(({ value }) => values.includes(value))
  return (
    <ChecklistHead>
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
        title
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
        <Tools inert={selected > 0}>
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
            selected={assigned}
            onChange={(userIds) => onFilter({ ...filter, userIds })}
            find="Find a person"
            empty="No users found."
          />
          {props.isWide && (
            <FilterMenu
              label="Project"
              options={sites}
              selected={chosenOf(sites, filter.projectIds)}
              onChange={(projectIds) => onFilter({ ...filter, projectIds })}
              find="Find a project"
              empty="No projects found."
            />
          )}
          <Button
            href={checklistExport(chosen.id)}
            target="_blank"
            rel="noopener"
            startIcon={<IconFileExport />}
          >
            Export
          </Button>
        </Tools>
        {selected > 0 && (
          <Tools data-selected="">
            <strong>{selected === 1 ? '1 item selected' : `${formatNumber(selected)} items selected`}</strong>
            <Button onClick={props.onOpen}>Open</Button>
            <Button variant="text" onClick={props.onClear}>
              Clear
            </Button>
          </Tools>
        )}
      </div>
    </ChecklistHead>
  )
}
