import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { get, useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { cssVars } from '../../theme/cssVars.ts'
import { styled } from '../../theme/styled.tsx'
import { useToast } from '../../toast/ToastProvider.tsx'
import { FieldColumn, FieldNote, type FieldRules } from '../FieldFrame.tsx'
import { useEntered } from '../formContext.ts'

export interface RowsColumn {
  /** Stands in the header line; the fields' own labels show on phones and are read out. */
  label: string
  /** As a track of the grid: '148px', 'minmax(0, 1fr)'. */
  width: string
  align?: 'right'
  required?: boolean
}

export interface RowsRow {
  /** Path of the row's values: a field's name is `${row.name}.rate`. */
  name: string
  index: number
}

interface RepeatedRowsProps {
  /** Path of the array in the form. */
  name: string
  /** Accessible name of the list: 'PPA Contracts'. */
  label: string
  /** What a row is: 'contract'. */
  noun: string
  columns: readonly RowsColumn[]
  /** Values of a new row. */
  blank: Readonly<Record<string, unknown>>
  /** Rows at most; 100 by default. */
  max?: number
  /** Stays on; its button to remove isn't offered. */
  min?: number
  /** What the list as a whole must be; its sentence stands below the rows. */
  rules?: Pick<FieldRules, 'validate' | 'required' | 'minLength' | 'maxLength'>
  /** One line where there is no row yet. */
  empty?: string
  disabled?: boolean
  readOnly?: boolean
  /** The fields of a row, one child a column. */
  children: (row: RowsRow) => ReactNode
}

const Line = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'var(--rows-columns)',
  columnGap: 10,
  alignItems: 'start',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
}))

const HeadLine = styled(Line)(({ theme }) => ({
  height: 34,
  alignItems: 'center',
  ...theme.typography.note,
  fontWeight: 500,
  '& > [data-align="right"]': { textAlign: 'right' },
  '& > [data-required]::after': { content: '" *" / ""' },
  [theme.breakpoints.down('md')]: { display: 'none' },
}))

const Row = styled(Line)(({ theme }) => ({
  padding: '8px 0',
  '& > [data-number]': { paddingTop: 8, color: theme.vars.palette.ink3 },
  '& > .MuiIconButton-root': { marginTop: 4 },
  [theme.breakpoints.up('md')]: {
    // The header line says them; who can't see it is told by the field.
    '& [data-field] > label:first-of-type': {
      position: 'absolute',
      width: 1,
      height: 1,
      margin: 0,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    rowGap: 14,
    padding: '8px 0 16px',
    '& > [data-number]': { paddingTop: 12, fontWeight: 600, color: theme.vars.palette.ink },
    '& > .MuiIconButton-root': { gridRow: 1, gridColumn: 2, justifySelf: 'end', marginTop: 0 },
  },
}))

const Empty = styled('p')(({ theme }) => ({ margin: '8px 0', color: theme.vars.palette.ink2 }))

const FIELD = 'input:not([aria-hidden]):not([disabled]), [role="combobox"], textarea:not([aria-hidden])'

const isFilled = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isFilled)
    : value !== '' && value !== undefined && value !== null && value !== false

/**
 * Rows of fields that are added and removed: contracts, panels, offtakers. The focus goes to the first field of a new
 * row, and after a removal to the next row's button; what was removed can be put back.
 */
export function RepeatedRows(props: RepeatedRowsProps) {
  const { name, label, noun, columns, blank, max = 100, min = 0, rules, empty, disabled, readOnly } = props
  const id = useId()
  const form = useFormContext()
  const { errors } = useFormState({ control: form.control, name })
  const { fields, append, remove, insert } = useFieldArray({
    control: form.control,
    name,
    ...(rules && { rules: rules as object }),
  })
  useEntered(name)
  const toast = useToast()
  const list = useRef<HTMLDivElement>(null)
  const goesTo = useRef<{ row: number; to: 'field' | 'button' } | null>(null)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are others then
  useEffect(() => {
    const goal = goesTo.current
    goesTo.current = null
    if (!goal) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? [])]
    const row = rows[Math.min(goal.row, rows.length - 1)]
    const target =
      goal.to === 'field'
        ? row?.querySelector<HTMLElement>(FIELD)
        : row?.querySelector<HTMLElement>('[data-remove]')
    ;(target ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus()
  }, [fields])

  const add = () => {
    goesTo.current = { row: fields.length, to: 'field' }
    append({ ...blank }, { shouldFocus: false })
  }
  const take = (index: number) => {
    const values: unknown = form.getValues(`${name}.${index}`)
    goesTo.current = { row: index, to: 'button' }
    remove(index)
    // An empty row is made again as fast as it is put back.
    if (!isFilled(values)) return
    toast.info(`${capital(noun)} ${index + 1} removed`, {
      undo: () => {
        if (!isThere.current) return
        const now: unknown = form.getValues(name)
        const to = Math.min(index, Array.isArray(now) ? now.length : 0)
        goesTo.current = { row: to, to: 'field' }
        insert(to, values as object, { shouldFocus: false })
      },
    })
  }
  const fault = get(errors, name) as { message?: string; root?: { message?: string } } | undefined
  const isFree = !disabled && !readOnly
  const tracks = ['24px', ...columns.map(({ width }) => width), ...(isFree ? ['28px'] : [])].join(' ')
  return (
    <FieldColumn
      ref={list}
      data-rows=""
      role="group"
      aria-label={label}
      style={cssVars({ '--rows-columns': tracks })}
    >
      {fields.length > 0 ? (
        <HeadLine aria-hidden="true">
          <span />
          {columns.map((column) => (
            <span
              key={column.label}
              data-align={column.align}
              data-required={column.required ? '' : undefined}
            >
              {column.label}
            </span>
          ))}
        </HeadLine>
      ) : (
        <Empty>{empty ?? `No ${noun}s`}</Empty>
      )}
      {fields.map((field, index) => (
        <Row key={field.id} data-row="" role="group" aria-label={`${capital(noun)} ${index + 1}`}>
          <span data-number="">{index + 1}</span>
          {props.children({ name: `${name}.${index}`, index })}
          {isFree && fields.length > min && (
            <IconButton
              size="small"
              data-remove=""
              aria-label={`Remove ${noun} ${index + 1}`}
              onClick={() => take(index)}
            >
              <IconTrash />
            </IconButton>
          )}
        </Row>
      ))}
      <FieldNote id={id} error={fault?.root?.message ?? fault?.message} />
      {isFree && (
        <div>
          <Button
            data-add=""
            variant="text"
            startIcon={<IconPlus />}
            onClick={add}
            disabled={fields.length >= max}
            title={fields.length >= max ? `There can be ${max} at most.` : undefined}
            sx={ADD}
          >
            {`Add ${noun}`}
          </Button>
        </div>
      )}
    </FieldColumn>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ADD = {
  mt: '8px',
  ml: '-8px',
  color: 'accent.text',
  '& .MuiButton-icon': { color: 'inherit' },
} as const
