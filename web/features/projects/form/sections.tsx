import { styled } from '@mui/material/styles'
import { useWatch } from 'react-hook-form'
import {
  MOUNTING_LABELS,
  PHASE_LABELS,
  STAGE_LABELS,
  TECHNOLOGY_LABELS,
  TRACKING_LABELS,
} from '../../../../shared/enumerations.ts'
import { formatNumber } from '../../../../shared/format/number.ts'
import {
  FIGURES,
  type FigureRule,
  figureProblem,
  MAX_NAME,
  nameProblem,
  REQUIRED,
  textProblem,
  zipProblem,
} from '../../../../shared/projectRules.ts'
import {
  DateField,
  NumberField,
  numberIn,
  SelectField,
  type SelectOption,
  SwitchField,
  TextField,
} from '../../../ui/index.ts'
import { FIELD_NAMES } from './fieldNames.ts'
import { useWarning } from './warnings.ts'

/** Fields two to a line. */
export const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: '18px 24px',
  alignItems: 'start',
  '&[data-three]': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [theme.breakpoints.down('lg')]: { '&, &[data-three]': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}))

const Heading = styled('h3')({ margin: '6px 0 -6px', fontSize: 13, lineHeight: '20px', fontWeight: 600 })

const optionsOf = (labels: Readonly<Record<string, string>>): readonly SelectOption[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const labelOf = (name: string): string => FIELD_NAMES[name]?.label ?? name

const RULES: Readonly<Record<string, FigureRule>> = FIGURES

/** What a figure's rule says of a typed value; a text is refused by the field itself. */
export const figureRules = (rule: FigureRule, required = false) => ({
  ...(required && { required: REQUIRED }),
  validate: (typed: string) => {
    const value = numberIn(typed)
    return value === null ? true : (figureProblem(value, rule) ?? true)
  },
})

/** A figure by its path, with its unit and its rule. */
function Figure({ name, label, helper }: { name: string; label?: string; helper?: string | undefined }) {
  const warning = useWarning(name)
  const rule = RULES[name]
  const unit = FIELD_NAMES[name]?.unit
  return (
    <NumberField
      name={name}
      label={label ?? labelOf(name)}
      warning={warning}
      {...(rule && { rules: figureRules(rule) })}
      {...(unit && { unit })}
      {...(helper && { helper })}
    />
  )
}

const Text = ({ name }: { name: string }) => (
  <TextField
    name={name}
    label={labelOf(name)}
    warning={useWarning(name)}
    rules={{ validate: (text: string) => textProblem(text.trim()) ?? true }}
  />
)

const Day = ({ name }: { name: string }) => (
  <DateField name={name} label={labelOf(name)} warning={useWarning(name)} />
)

interface ChoiceProps {
  name: string
  labels: Readonly<Record<string, string>>
  /** Words of the entry that chooses nothing; without it a choice is required. */
  none?: string
}

const Choice = ({ name, labels, none }: ChoiceProps) => (
  <SelectField
    name={name}
    label={labelOf(name)}
    options={optionsOf(labels)}
    warning={useWarning(name)}
    {...(none === undefined ? { required: true, rules: { required: REQUIRED } } : { none })}
  />
)

export function InfoSection() {
  return (
    <Fields>
      <TextField
        name="name"
        label="Name"
        required
        warning={useWarning('name')}
        // PFORM-11
        rules={{ validate: (name: string) => nameProblem(name) ?? true, maxLength: MAX_NAME * 2 }}
      />
      <Choice name="status" labels={PHASE_LABELS} />
      <Choice name="projectType" labels={TECHNOLOGY_LABELS} />
      <Choice name="developmentStage" labels={STAGE_LABELS} none="Not known" />
      <Figure name="capacity" />
      <Figure name="capacityAc" helper={useRatio('capacity', 'capacityAc')} />
      <Day name="noticeToProceed" />
      <Day name="commercialOperatingDate" />
      <Day name="permissionToOperateDate" />
      <Day name="acquisitionDate" />
      <SwitchField name="isOwned" label="Owned" warning={useWarning('isOwned')} />
    </Fields>
  )
}

export function LocationSection() {
  return (
    <Fields>
      <Text name="location.address" />
      <Text name="location.city" />
      <Text name="location.state" />
      <TextField
        name="location.zipCode"
        label="Zip code"
        warning={useWarning('location.zipCode')}
        // PFORM-19, PFORM-20
        rules={{ validate: (zip: string) => zipProblem(zip) ?? true }}
      />
      <Figure name="location.latitude" />
      <Figure name="location.longitude" />
      <Figure name="location.elevation" />
    </Fields>
  )
}

export const ContactSection = () => (
  <Fields>
    <Text name="contact.phoneNumber" />
    <Text name="contact.balancingAuthorityAreaName" />
  </Fields>
)

export function SystemSection() {
  const [power = '', energy = ''] = useWatch({ name: ['system.bessKw', 'system.bessKwh'] })
  const [kw, kwh] = [numberIn(String(power)), numberIn(String(energy))]
  const hours = kw && kwh ? `${formatNumber(kwh / kw, 1)} hours at full power` : undefined
  return (
    <>
      <Fields>
        <Text name="system.system" />
        <Choice name="system.installation" labels={MOUNTING_LABELS} none="Not known" />
        <Figure name="system.solarCapacityDc" />
        <Figure
          name="system.solarCapacityAc"
          helper={useRatio('system.solarCapacityDc', 'system.solarCapacityAc')}
        />
        <Choice name="system.mounting" labels={TRACKING_LABELS} none="Not known" />
      </Fields>
      <Heading>Storage</Heading>
      <Fields>
        <Figure name="system.bessKw" />
        <Figure name="system.bessKwh" helper={hours} />
      </Fields>
      <Heading>Warranties</Heading>
      <Fields data-three="">
        <Figure name="system.panelWarranty" />
        <Figure name="system.inverterWarranty" />
        <Figure name="system.contractorWarranty" />
      </Fields>
    </>
  )
}

export const UtilitySection = () => (
  <Fields>
    <Text name="utility.name" />
    <Text name="utility.zone" />
    <Text name="utility.iso" />
  </Fields>
)

/** "DC to AC ratio 1.25", where both are known. */
function useRatio(dc: string, ac: string): string | undefined {
  const typed = useWatch({ name: [dc, ac] })
  const [above, below] = typed.map((text) => numberIn(String(text ?? '')))
  return above && below ? `DC to AC ratio ${formatNumber(above / below, 2)}` : undefined
}
