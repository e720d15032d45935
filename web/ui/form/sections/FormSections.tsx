import Button from '@mui/material/Button'
import { IconAlertCircle, IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../../../shared/format/number.ts'
import { StickyFoot } from '../../page/layout.tsx'
import { useTopOf } from '../../page/useTopOf.ts'
import { cssVars } from '../../theme/cssVars.ts'
import { styled } from '../../theme/styled.tsx'
import { useBreakpoint } from '../../theme/useBreakpoint.ts'
import { UnsavedMark } from '../../unsaved/UnsavedMark.tsx'
import { FormContext, useFormState } from '../formContext.ts'
import { SubmitButton } from '../SubmitButton.tsx'
import { SectionList } from './SectionList.tsx'
import { useFaults } from './useFaults.ts'

export interface FormSection {
  key: string
  label: string
  /** Rows of a repeated list in it. */
  count?: number
  /** Fields that somebody else saved meanwhile. */
  conflicts?: number
  /** At the right of its heading. */
  beside?: ReactNode
  content: ReactNode
}

const Box = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '216px minmax(0, 1fr)',
  // The bar below ends at the window's lower edge also under a short section, and stays where it is from one to the next.
  minHeight: 'calc(100dvh - var(--form-top, 100dvh) - 57px)',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
  backgroundColor: theme.vars.palette.surface,
  [theme.breakpoints.down('md')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    margin: '0 calc(-1 * var(--page-gutter))',
    borderWidth: '1px 0',
    borderRadius: 0,
  },
}))

const Sides = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 984px) 384px',
  alignItems: 'start',
  gap: 24,
  [theme.breakpoints.down('xl')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 16,
    '& > [data-aside]': { order: -1 },
  },
}))

const Body = styled('section')(({ theme }) => ({
  minWidth: 0,
  padding: '20px 24px 24px',
  '&[hidden]': { display: 'none' },
  [theme.breakpoints.down('md')]: { padding: 16 },
}))

const Heading = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: 12,
  marginBottom: 20,
  paddingBottom: 12,
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  ...theme.typography.note,
  '& > h2': { margin: 0, ...theme.typography.h3, color: theme.vars.palette.ink },
}))

const Fields = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 18,
  minWidth: 0,
  // Rows begin at the heading's own rule.
  '& > [data-rows]:first-of-type': { marginTop: -20 },
})

const SectionFoot = styled(StickyFoot)(({ theme }) => ({
  '& > hr': {
    alignSelf: 'center',
    height: 20,
    margin: 0,
    border: 0,
    borderLeft: `1px solid ${theme.vars.palette.line}`,
  },
  [theme.breakpoints.down('md')]: {
    gap: 8,
    '& > hr': { display: 'none' },
    '& > .MuiButton-root': { flex: 1 },
  },
}))

const State = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flex: '1 1 auto',
  minWidth: 0,
  fontWeight: 500,
  '& > small': theme.typography.note,
  [theme.breakpoints.down('md')]: {
    flex: '1 0 100%',
    minHeight: 20,
    flexWrap: 'wrap',
    '&:empty': { display: 'none' },
  },
}))

/**
 * A long form in sections, one in sight at a time, with Back and Next. A section whose fields have errors is marked; a
 * submit with errors opens the first of them at its first wrong field. Stands in a `Form`; all fields stay in it.
 */
export function FormSections({
  label,
  sections,
  first,
  shown: asked,
  onCancel,
  save = 'Save',
  aside,
}: {
  /** Accessible name of the list of sections. */
  label: string
  sections: readonly FormSection[]
  /** The section that shows first; the first one by default. */
  first?: string
  /** Opens a section, as from the aside; each new object opens it once more. */
  shown?: { readonly section: string }
  onCancel?: () => void
  /** Words of the button that sends; 'Save' by default. */
  save?: string
  /** Beside the sections from 1200 px on, else above them. */
  aside?: ReactNode
}) {
  const id = useId()
  const form = useFormState()
  const keys = sections.map(({ key }) => key)
  const { marks, enter, submitCount, isSubmitting, isDirty } = useFaults(keys)
  const [shown, setShown] = useState(first)
  const at = Math.max(0, keys.indexOf(shown ?? ''))
  const root = useRef<HTMLDivElement>(null)
  const [goal, setGoal] = useState<'fault' | 'heading'>()
  useEffect(() => {
    if (!asked) return
    setShown(asked.section)
    setGoal('heading')
  }, [asked])
  const wide = useBreakpoint('md')
  const top = useTopOf(root)

  const wrong = sections.filter(({ key }) => (marks.get(key)?.errors ?? 0) > 0)
  const toFirstFault = () => {
    const [section] = wrong
    if (!section) return
    setShown(section.key)
    setGoal('fault')
  }
  const seen = useRef(submitCount)
  const onSubmitted = useEffectEvent(toFirstFault)
  useEffect(() => {
    if (submitCount !== seen.current) onSubmitted()
    seen.current = submitCount
  }, [submitCount])
  useEffect(() => {
    if (!goal) return
    const panel = root.current?.querySelector(`[data-section="${at}"]`)
    const target = goal === 'fault' ? panel?.querySelector<HTMLElement>('[aria-invalid="true"]') : null
    ;(target ?? panel?.querySelector<HTMLElement>('h2'))?.focus()
    setGoal(undefined)
  }, [goal, at])
  const go = (index: number) => {
    setShown(keys[index])
    setGoal('heading')
  }

  const total = (kind: 'errors' | 'changed') =>
    keys.map((key) => marks.get(key)?.[kind] ?? 0).filter((count) => count > 0)
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
  const errors = total('errors')
  const changed = total('changed')
  return (
    <>
      <Sides>
        <Box ref={root} style={top === undefined ? undefined : cssVars({ '--form-top': `${top}px` })}>
          <SectionList
            id={id}
            label={label}
            tabs={sections.map((section) => ({
              ...section,
              ...(marks.get(section.key) ?? { errors: 0, changed: 0 }),
            }))}
            at={at}
            onShow={(index) => setShown(keys[index])}
            isVertical={wide}
          />
          {sections.map((section, index) => (
            <Section key={section.key} name={section.key} enter={enter} form={form}>
              <Body
                id={`${id}-panel-${index}`}
                data-section={index}
                role="tabpanel"
                aria-labelledby={wide ? `${id}-tab-${index}` : undefined}
                aria-label={wide ? undefined : section.label}
                hidden={index !== at}
              >
                <Heading>
                  <h2 tabIndex={-1}>{section.label}</h2>
                  {section.beside}
                </Heading>
                <Fields>{section.content}</Fields>
              </Body>
            </Section>
          ))}
        </Box>
        {aside && <div data-aside="">{aside}</div>}
      </Sides>
      <SectionFoot data-print="off">
        <State role="status">
          {isDirty && changed.length > 0 && (
            <>
              <UnsavedMark />
              <small>{`${formatCount(sum(changed), 'field')} in ${formatCount(changed.length, 'section')}`}</small>
            </>
          )}
          {errors.length > 0 && (
            <Button
              variant="text"
              color="error"
              size="small"
              startIcon={<IconAlertCircle size={14} />}
              onClick={toFirstFault}
            >
              {`${formatCount(sum(errors), 'error')} in ${formatCount(errors.length, 'section')}`}
            </Button>
          )}
        </State>
        {onCancel && (
          <>
            <Button variant="text" onClick={onCancel} disabled={isSubmitting}>
              Cancel
            </Button>
            <hr />
          </>
        )}
        <Button startIcon={<IconArrowLeft />} disabled={at === 0 || isSubmitting} onClick={() => go(at - 1)}>
          Back
        </Button>
        <Button
          endIcon={<IconArrowRight />}
          disabled={at === sections.length - 1 || isSubmitting}
          onClick={() => go(at + 1)}
        >
          Next
        </Button>
        <hr />
        <SubmitButton unmarked>{save}</SubmitButton>
      </SectionFoot>
    </>
  )
}

type FormState = ReturnType<typeof useFormState>

interface SectionProps {
  name: string
  enter: (section: string, field: string) => () => void
  form: FormState
  children: ReactNode
}

/** Fields in it are those of the form and of the section. */
function Section({ name, enter, form, children }: SectionProps) {
  const state = useMemo(
    () => ({
      ...form,
      enter: (field: string) => {
        const leaves = [form.enter(field), enter(name, field)]
        return () => {
          for (const leave of leaves) leave()
        }
      },
    }),
    [form, enter, name],
  )
  return <FormContext value={state}>{children}</FormContext>
}
