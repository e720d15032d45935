import type { TypedDocumentNode } from '@apollo/client'
import { useWatch } from 'react-hook-form'
import { dayOf, daysFrom, monthsFrom } from '../../../../shared/format/day.ts'
import { MISSING } from '../../../../shared/format/number.ts'
import { formatDate } from '../../../../shared/format/time.ts'
import { CONTRACT_FIELDS } from '../../../../shared/project/fields.ts'
import {
  INVERTERS,
  MAX_ROWS,
  NO_MODEL,
  NO_OFFTAKER,
  NO_PORTFOLIO,
  PANELS,
  TERM,
} from '../../../../shared/project/rules.ts'
import { useOptionSearch } from '../../../graphql/useOptionSearch.ts'
import {
  ComboField,
  type ComboOption,
  type ComboSearch,
  NumberField,
  numberIn,
  RepeatedRows,
  type RowsColumn,
  type RowsRow,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import {
  InverterModelsDocument,
  OfftakersDocument,
  PanelModelsDocument,
  type PanelModelsQuery,
} from './operations.generated.ts'
import { figureRules, ValueField } from './ValueField.tsx'
import { useWarning } from './warnings.ts'

const CONTRACT_WIDTHS = { startDate: '148px', term: '116px', rate: '144px', escalator: '108px' } as const

const CONTRACT_COLUMNS: readonly RowsColumn[] = [
  ...CONTRACT_FIELDS.map(
    ({ key, label, kind }): RowsColumn => ({
      label,
      width: CONTRACT_WIDTHS[key],
      ...(kind === 'figure' && { align: 'right' }),
      required: true,
    }),
  ),
  { label: 'Ends', width: 'minmax(92px, 1fr)', align: 'right' },
]

const EQUIPMENT_COLUMNS: readonly RowsColumn[] = [
  { label: 'Model', width: 'minmax(0, 1fr)', required: true },
  { label: 'Count', width: '144px', align: 'right', required: true },
]

const Ends = styled('span')(({ theme }) => ({
  paddingTop: 8,
  textAlign: 'right',
  color: theme.vars.palette.ink2,
  [theme.breakpoints.down('md')]: { paddingTop: 34, textAlign: 'left', '&::before': { content: '"Ends "' } },
}))

export const ContractsSection = () => (
  <RepeatedRows
    name="ppaContracts"
    label="PPA Contracts"
    noun="contract"
    columns={CONTRACT_COLUMNS}
    blank={{ startDate: '', term: '', rate: '', escalator: '' }}
    max={MAX_ROWS}
  >
    {(row) => <ContractRow {...row} />}
  </RepeatedRows>
)

/** The fields of a contract (PFORM-29, PFORM-30), and the day on which it ends. */
function ContractRow({ name }: RowsRow) {
  const [start = '', term = ''] = useWatch({ name: [`${name}.startDate`, `${name}.term`] })
  const [day, years] = [dayOf(String(start)), numberIn(String(term))]
  const isReal = day !== null && years !== null && years > 0 && years <= TERM.most
  return (
    <>
      {CONTRACT_FIELDS.map((field) => (
        <ValueField key={field.key} name={`${name}.${field.key}`} field={{ ...field, required: true }} />
      ))}
      <Ends>{isReal ? formatDate(daysFrom(monthsFrom(day, Math.round(years * 12)), -1)) : MISSING}</Ends>
    </>
  )
}

type Model = PanelModelsQuery['panelModels'][number]

export const modelOption = ({ id, modelNumber, manufacturer }: Model): ComboOption => ({
  value: id,
  label: modelNumber,
  detail: manufacturer.name,
})

/** Finds options on the server, and remembers them in `seen`. */
const useChoices = <Data,>(
  { orgSlug, seen }: ChoiceProps,
  query: TypedDocumentNode<Data, { orgSlug: string; search?: string | null }>,
  optionsOf: (data: Data) => readonly ComboOption[],
): ComboSearch =>
  useOptionSearch(query, { orgSlug }, (data) => {
    const options = optionsOf(data)
    for (const option of options) seen.set(option.value, option)
    return options
  })

interface ChoiceProps {
  orgSlug: string
  /** Options by value that have been seen so far. */
  seen: Map<string, ComboOption>
}

export const PanelsSection = (props: ChoiceProps) => (
  <Equipment
    name="panels"
    label="Panels"
    noun="panel"
    rule={PANELS}
    search={useChoices(props, PanelModelsDocument, ({ panelModels }) => panelModels.map(modelOption))}
    seen={props.seen}
  />
)

export const InvertersSection = (props: ChoiceProps) => (
  <Equipment
    name="inverters"
    label="Inverters"
    noun="inverter"
    rule={INVERTERS}
    search={useChoices(props, InverterModelsDocument, ({ inverterModels }) =>
      inverterModels.map(modelOption),
    )}
    seen={props.seen}
  />
)

interface EquipmentProps {
  name: string
  label: string
  noun: string
  rule: typeof PANELS
  search: ComboSearch
  seen: ReadonlyMap<string, ComboOption>
}

/** Models with their counts (PFORM-36). */
function Equipment({ name, label, noun, rule, search, seen }: EquipmentProps) {
  return (
    <RepeatedRows
      name={name}
      label={label}
      noun={noun}
      columns={EQUIPMENT_COLUMNS}
      blank={{ modelId: '', count: '' }}
      max={MAX_ROWS}
    >
      {(row) => <EquipmentRow {...row} rule={rule} search={search} seen={seen} />}
    </RepeatedRows>
  )
}

function EquipmentRow({
  name,
  rule,
  search,
  seen,
}: RowsRow & Pick<EquipmentProps, 'rule' | 'search' | 'seen'>) {
  return (
    <>
      <ComboField
        name={`${name}.modelId`}
        label="Model"
        required
        search={search}
        known={[...seen.values()]}
        placeholder="Manufacturer or model number"
        // PFORM-25, PFORM-27
        rules={{ required: NO_MODEL }}
        warning={useWarning(`${name}.modelId`)}
      />
      <NumberField
        name={`${name}.count`}
        label="Count"
        required
        rules={figureRules(rule, true)}
        warning={useWarning(`${name}.count`)}
      />
    </>
  )
}

export function OfftakersSection(props: ChoiceProps) {
  const search = useChoices(props, OfftakersDocument, ({ offtakers }) =>
    offtakers.map(({ id, name, quality }) => ({
      value: id,
      label: name,
      ...(quality !== null && { detail: `Credit quality ${quality}` }),
    })),
  )
  return (
    <RepeatedRows
      name="offtakers"
      label="Offtakers"
      noun="offtaker"
      columns={[{ label: 'Offtaker', width: 'minmax(0, 1fr)', required: true }]}
      blank={{ id: '' }}
      max={MAX_ROWS}
    >
      {(row) => <Offtaker {...row} search={search} seen={props.seen} />}
    </RepeatedRows>
  )
}

const Offtaker = ({ name, search, seen }: RowsRow & Pick<EquipmentProps, 'search' | 'seen'>) => (
  <ComboField
    name={`${name}.id`}
    label="Offtaker"
    required
    search={search}
    known={[...seen.values()]}
    // PFORM-31
    rules={{ required: NO_OFFTAKER }}
    warning={useWarning(`${name}.id`)}
  />
)

interface PortfoliosProps {
  canEdit: boolean
  options: readonly ComboOption[]
}

/** The deal rooms that hold the project; a locked list where they may not be changed (PFORM-07, PFORM-08). */
export const PortfoliosSection = ({ canEdit, options }: PortfoliosProps) => (
  <RepeatedRows
    name="portfolios"
    label="Deal Rooms"
    noun="deal room"
    columns={[{ label: 'Portfolio', width: 'minmax(0, 1fr)', required: true }]}
    blank={{ id: '' }}
    max={MAX_ROWS}
    readOnly={!canEdit}
  >
    {(row) => <PortfolioField {...row} canEdit={canEdit} options={options} />}
  </RepeatedRows>
)

const PortfolioField = ({ name, canEdit, options }: RowsRow & PortfoliosProps) => (
  <ComboField
    name={`${name}.id`}
    label="Portfolio"
    required
    readOnly={!canEdit}
    options={options}
    // PFORM-31
    rules={{ required: NO_PORTFOLIO }}
    warning={useWarning(`${name}.id`)}
  />
)
