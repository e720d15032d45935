import { daysFrom, monthsFrom } from '../../../../shared/format/day.ts'
import { formatCount, formatNumber, MISSING } from '../../../../shared/format/number.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { type Column, MiddleEllipsis, type PhoneRow, Table } from '../../../ui/index.ts'
import { withUnit } from '../core/words.tsx'
import { Section } from './Facts.tsx'
import type { OpenProject } from './openProject.ts'

type Equipment = OpenProject['panels'][number]
type Contract = OpenProject['ppaContracts'][number]
type Offtaker = OpenProject['offtakers'][number]

const EQUIPMENT: readonly Column<Equipment>[] = [
  { key: 'model', header: 'Model', cell: ({ model }) => <MiddleEllipsis text={model.modelNumber} /> },
  {
    key: 'manufacturer',
    header: 'Manufacturer',
    cell: ({ model }) => <MiddleEllipsis text={model.manufacturer.name} />,
  },
  { key: 'count', header: 'Count', width: 110, align: 'right', cell: ({ count }) => formatNumber(count) },
]

/** Equipment as two lines on a phone. */
const equipmentRow = ({ model, count }: Equipment): PhoneRow => ({
  title: model.modelNumber,
  facts: [model.manufacturer.name, formatNumber(count)],
})

const rateOf = ({ rate }: Contract): string => `$${rate} /kWh`
const escalatorOf = ({ escalator }: Contract): string => `${formatNumber(escalator, 2)} %`

const CONTRACTS: readonly Column<Contract>[] = [
  { key: 'start', header: 'Start date', cell: ({ startDate }) => formatDate(startDate) },
  { key: 'term', header: 'Term', align: 'right', cell: ({ term }) => withUnit(term, 'years') },
  { key: 'rate', header: 'Rate', align: 'right', cell: (contract) => rateOf(contract) },
  {
    key: 'escalator',
    header: 'Escalator',
    align: 'right',
    cell: (contract) => escalatorOf(contract),
  },
  { key: 'ends', header: 'Ends', align: 'right', cell: (contract) => formatDate(endOf(contract)) },
]

const OFFTAKERS: readonly Column<Offtaker>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <MiddleEllipsis text={name} /> },
  {
    key: 'quality',
    header: 'Credit quality',
    width: 120,
    align: 'right',
    cell: ({ quality }) => quality ?? MISSING,
  },
  { key: 'note', header: 'Note', cell: ({ note }) => (note ? <MiddleEllipsis text={note} /> : MISSING) },
]

/** The last day of a contract. */
const endOf = ({ startDate, term }: Contract): string =>
  daysFrom(monthsFrom(startDate, Math.round(term * 12)), -1)

/** What a project has several of (PROJ-12). */
export function ProjectParts({ project }: { project: OpenProject }) {
  return (
    <>
      <List
        title="Panels"
        count={formatCount(project.panelCount, 'panel')}
        rows={project.panels}
        columns={EQUIPMENT}
        phoneRow={equipmentRow}
      />
      <List
        title="Inverters"
        count={formatCount(project.inverterCount, 'inverter')}
        rows={project.inverters}
        columns={EQUIPMENT}
        phoneRow={equipmentRow}
      />
      <List
        title="PPA contracts"
        rows={project.ppaContracts}
        columns={CONTRACTS}
        phoneRow={(contract) => ({
          title: `${formatDate(contract.startDate)} to ${formatDate(endOf(contract))}`,
          facts: [withUnit(contract.term, 'years'), rateOf(contract), escalatorOf(contract)],
        })}
      />
      <List
        title="Offtakers"
        rows={project.offtakers}
        columns={OFFTAKERS}
        phoneRow={({ name, quality, note }) => ({
          title: name,
          facts: [`Credit quality ${quality ?? MISSING}`, ...(note ? [note] : [])],
        })}
      />
    </>
  )
}

interface ListProps<Row> {
  title: string
  count?: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  phoneRow: (row: Row) => PhoneRow
}

function List<Row extends object>({ title, count, rows, columns, phoneRow }: ListProps<Row>) {
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p>{MISSING}</p>
      ) : (
        <>
          {count !== undefined && <p>{count}</p>}
          <Table
            label={title}
            columns={columns}
            rows={rows}
            getRowId={(row) => String(rows.indexOf(row))}
            rowHeight={36}
            phoneRow={phoneRow}
          />
        </>
      )}
    </Section>
  )
}
