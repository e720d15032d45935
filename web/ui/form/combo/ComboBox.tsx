import Autocomplete, {
  type AutocompleteRenderValueGetItemProps,
  createFilterOptions,
} from '@mui/material/Autocomplete'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import Paper, { type PaperProps } from '@mui/material/Paper'
import type { Theme } from '@mui/material/styles'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { createContext, type Ref, useContext, useMemo, useRef, useState } from 'react'
import { MenuNote } from '../../page/layout.tsx'
import { VisuallyHidden } from '../../text/VisuallyHidden.tsx'
import { floating } from '../../theme/floating.ts'
import { styled } from '../../theme/styled.tsx'
import { type FieldWords, fieldAria } from '../FieldFrame.tsx'
import { useInputStyle } from '../TextField.tsx'
import { type ComboOption, type ComboSearch, MAX_SHOWN, useFound } from './useComboOptions.ts'

/** Where the options come from: they are all here, or the server finds them. */
export interface ComboSource {
  options?: readonly ComboOption[]
  search?: ComboSearch
}

interface ComboBoxProps extends ComboSource, FieldWords {
  id: string
  /** Accessible name, where no label outside gives it. */
  ariaLabel?: string
  value: readonly ComboOption[]
  onChange: (value: readonly ComboOption[]) => void
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  multiple?: boolean
  placeholder?: string | undefined
  /** Said where nothing matches. */
  empty?: string
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  autoFocus?: boolean | undefined
  /** Whether the list opens with the focus: for a field that a button brings forth. */
  opensOnFocus?: boolean
  /** What the closed field shows of a choice; its label by default. */
  shown?: (option: ComboOption) => string
  /** There always is a choice, which can be changed but not taken back. */
  isFixed?: boolean
  /** Options that the list shows at most; 100 by default. */
  limit?: number
  /** Width of the list in px, where it is wider than the field. */
  listWidth?: number
}

const NoteContext = createContext('')

/** The list's own ground, with what is to be said of it below. */
function ListPaper({ children, ...props }: PaperProps) {
  const note = useContext(NoteContext)
  return (
    <Paper {...props} sx={paper}>
      {children}
      {note && <MenuNote>{note}</MenuNote>}
    </Paper>
  )
}

const paper = (theme: Theme) => ({
  ...floating(theme),
  borderRadius: '8px',
  margin: '4px 0',
  '& .MuiAutocomplete-noOptions, & .MuiAutocomplete-loading': {
    padding: '8px 12px',
    ...theme.typography.body1,
    color: theme.vars.palette.ink2,
  },
  '& .MuiAutocomplete-listbox': { padding: '5px 0', maxHeight: 'min(320px, 40vh)' },
  '& .MuiAutocomplete-listbox .MuiAutocomplete-option': {
    display: 'block',
    minHeight: 32,
    padding: '6px 12px',
    ...theme.typography.body1,
    overflowWrap: 'anywhere',
    [theme.breakpoints.down('md')]: { minHeight: 44, padding: '12px 16px' },
    '&.Mui-focused': { backgroundColor: theme.vars.palette.hover },
    '&.Mui-focusVisible': { backgroundColor: theme.vars.palette.hover, outline: 'none' },
    '&[aria-selected="true"], &[aria-selected="true"].Mui-focused': {
      color: theme.vars.palette.accent.text,
      fontWeight: 600,
      backgroundColor: theme.vars.palette.selected,
    },
    '&[aria-disabled="true"]': { opacity: 0.45 },
    '& > small': {
      display: 'block',
      ...theme.typography.note,
    },
  },
})

// Stronger than MUI's own rules for what stands in an Autocomplete.
const Input = styled(OutlinedInput)(({ theme }) => ({
  '&&&&': {
    flexWrap: 'wrap',
    gap: 4,
    padding: '0 40px 0 11px',
    '&[data-clearable]': { paddingRight: 68 },
    // What is chosen may take several lines.
    '&[data-many]': { height: 'auto', minHeight: 36, paddingTop: 5, paddingBottom: 5, paddingLeft: 6 },
    '&:has(input:read-only), &.Mui-disabled': { paddingRight: 11 },
    '& .MuiInputBase-input': {
      flex: 1,
      width: 0,
      minWidth: 60,
      height: 24,
      padding: 0,
      textOverflow: 'ellipsis',
    },
    '&[data-many] .MuiInputBase-input': { paddingLeft: 5 },
    // Nothing can be typed there, and what is chosen is to be seen.
    '&[data-many] .MuiInputBase-input:read-only': { minWidth: 0 },
    '& .MuiAutocomplete-endAdornment': {
      position: 'absolute',
      right: 5,
      top: 0,
      bottom: 0,
      display: 'flex',
      alignItems: 'center',
      transform: 'none',
      '& button': { width: 28, height: 28, [theme.breakpoints.down('md')]: { width: 40, height: 40 } },
      '& svg': { width: 14, height: 14, color: theme.vars.palette.ink3 },
      '& [data-clear]': { visibility: 'hidden' },
    },
    '&:is(:hover, .Mui-focused) [data-clear]': { visibility: 'visible' },
    '@media (hover: none)': { '& [data-clear]': { visibility: 'visible' } },
    [theme.breakpoints.down('md')]: { paddingRight: 52, '&[data-clearable]': { paddingRight: 88 } },
  },
}))

const Tag = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  minWidth: 0,
  height: 24,
  paddingLeft: 7,
  borderRadius: 4,
  border: `1px solid ${theme.vars.palette.lineStrong}`,
  ...theme.typography.caption,
  fontWeight: 500,
  backgroundColor: theme.vars.palette.surface,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&:not(:has(button))': { paddingRight: 7 },
  '&:focus': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 1 },
  '& > button': { width: 24, height: 22, '& svg': { width: 12, height: 12 } },
  [theme.breakpoints.down('md')]: { height: 32, '& > button': { width: 36, height: 30 } },
}))

const localFilter = (limit: number) =>
  createFilterOptions<ComboOption>({
    limit,
    stringify: ({ label, detail = '' }) => `${label} ${detail}`,
    trim: true,
  })

const asFound = (options: ComboOption[]) => options.slice(0, MAX_SHOWN)

/** A field that finds what is typed in a list, for one choice or several: the combobox of WAI-ARIA. */
export function ComboBox(props: ComboBoxProps) {
  const { id, value, onChange, multiple = false, options = [], search, disabled, readOnly, error } = props
  const { shown = ({ label }) => label, limit = MAX_SHOWN, isFixed = false, listWidth } = props
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [typed, setTyped] = useState('')
  const found = useFound(search, typed.trim(), open)
  const filter = useRef(localFilter(limit))
  const list = search ? found.options : options
  const [one = null] = value
  // The same array for the same choice, or the field takes it for another one and empties what is typed.
  const key = JSON.stringify(value.map((option) => [option.value, option.label]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the value
  const many = useMemo(() => [...value], [key])
  const isClearable = !multiple && one !== null && !isFixed && !props.required && !disabled && !readOnly
  const style = useInputStyle(props)
  const names = value.map(({ label }) => label).join(', ')
  const aria = fieldAria(id, props)

  const note = found.hasFailed
    ? 'These could not be loaded. Please type again, or try later.'
    : list.length > limit && typed.trim() === ''
      ? `The first ${limit} are shown. Type to find others.`
      : list.length >= MAX_SHOWN && search
        ? 'There may be more. Type to narrow them down.'
        : ''
  const take = (next: ComboOption | ComboOption[] | null) => {
    setTyped('')
    onChange(Array.isArray(next) ? next : next === null ? [] : [next])
  }
  const tags = (chosen: ComboOption[], itemProps: AutocompleteRenderValueGetItemProps<true>) =>
    chosen.map((option, index) => {
      const { key: _key, onDelete, className: _class, disabled: _disabled, ...item } = itemProps({ index })
      return (
        <Tag key={option.value} {...item} title={option.label}>
          <span>{option.label}</span>
          {!readOnly && !disabled && (
            <IconButton aria-label={`Remove ${option.label}`} tabIndex={-1} onClick={onDelete}>
              <IconX />
            </IconButton>
          )}
        </Tag>
      )
    })
  const common = {
    id,
    options: list,
    open,
    onOpen: () => setOpen(true),
    onClose: () => {
      setOpen(false)
      setTyped('')
    },
    inputValue: text,
    onInputChange: (_event: unknown, next: string, reason: string) => {
      setText(next)
      setTyped(reason === 'input' ? next : '')
    },
    filterOptions: search ? asFound : filter.current,
    getOptionLabel: shown,
    getOptionKey: (option: ComboOption) => option.value,
    isOptionEqualToValue: (option: ComboOption, chosen: ComboOption) => option.value === chosen.value,
    loading: found.isBusy,
    loadingText: 'Searching…',
    noOptionsText: props.empty ?? (typed.trim() === '' ? 'No options.' : 'Nothing matches.'),
    disabled: disabled ?? false,
    readOnly: readOnly ?? false,
    autoHighlight: true,
    openOnFocus: props.opensOnFocus ?? false,
    handleHomeEndKeys: false,
    fullWidth: true,
    disableClearable: isFixed,
    slots: { paper: ListPaper },
    slotProps:
      listWidth === undefined
        ? {}
        : {
            popper: {
              style: { width: `min(${listWidth}px, calc(100vw - 32px))` },
              placement: 'bottom-start' as const,
            },
          },
    renderOption: (
      { key: _key, ...item }: React.HTMLAttributes<HTMLLIElement> & { key: unknown },
      option: ComboOption,
    ) => (
      <li key={option.value} {...item}>
        {option.label}
        {option.detail !== undefined && <small>{option.detail}</small>}
      </li>
    ),
  } as const
  const renderInput = (params: Parameters<React.ComponentProps<typeof Autocomplete>['renderInput']>[0]) => (
    <Input
      ref={params.slotProps.input.ref}
      className={params.slotProps.input.className}
      startAdornment={params.slotProps.input.startAdornment}
      onMouseDown={params.slotProps.input.onMouseDown}
      endAdornment={
        readOnly || disabled ? undefined : (
          <div className="MuiAutocomplete-endAdornment">
            {isClearable && (
              <IconButton
                data-clear=""
                tabIndex={-1}
                aria-label={`Clear ${props.label}`}
                onClick={() => take(null)}
              >
                <IconX />
              </IconButton>
            )}
            <IconButton
              tabIndex={-1}
              aria-label={open ? 'Close the list' : 'Open the list'}
              onClick={() => setOpen(!open)}
            >
              <IconChevronDown />
            </IconButton>
          </div>
        )
      }
      disabled={disabled}
      readOnly={readOnly}
      fullWidth
      autoFocus={props.autoFocus}
      placeholder={value.length > 0 ? undefined : props.placeholder}
      error={Boolean(error)}
      onBlur={props.onBlur}
      inputRef={props.inputRef}
      data-many={multiple ? '' : undefined}
      data-clearable={isClearable ? '' : undefined}
      inputProps={{
        ...params.slotProps.htmlInput,
        ...aria,
        'aria-label': props.ariaLabel,
        'aria-describedby':
          [multiple && names !== '' ? `${id}-chosen` : undefined, aria['aria-describedby']]
            .filter((each) => each !== undefined)
            .join(' ') || undefined,
      }}
      sx={style}
    />
  )
  return (
    <NoteContext value={note}>
      {multiple ? (
        <>
          <Autocomplete<ComboOption, true, boolean>
            {...common}
            multiple
            value={many}
            disableCloseOnSelect
            onChange={(_event, next) => take(next)}
            renderValue={tags}
            renderInput={renderInput}
          />
          {names !== '' && <VisuallyHidden id={`${id}-chosen`}>{`Chosen: ${names}.`}</VisuallyHidden>}
        </>
      ) : (
        <Autocomplete<ComboOption, false, boolean>
          {...common}
          value={one}
          onChange={(_event, next) => take(next)}
          renderInput={renderInput}
        />
      )}
    </NoteContext>
  )
}
