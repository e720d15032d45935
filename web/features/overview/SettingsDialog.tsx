import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import { type ActionProblem, useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  CancelButton,
  CheckField,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  FilterMenu,
  Form,
  type FormProblem,
  SubmitButton,
  TextField,
} from '../../ui/index.ts'
import { type OverviewEntity, subjectOf } from './entity.ts'
import {
  SaveSubpageSettingsDocument,
  SubpagePrincipalsDocument,
  type SubpageTextFragment,
} from './operations.generated.ts'

export interface SettingsDialogProps {
  entity: OverviewEntity
  page: SubpageTextFragment
  principals: 'ROLE' | 'GROUP'
  onClose: () => void
  onSaved: () => Promise<unknown>
}

const MAX = OVERVIEW_LIMITS.title

/** SUBP-27 */
export const pickerWords = (selected: readonly { label: string }[], count: number): string => {
  if (selected.length === 0) return 'Internal'
  if (selected.length === count) return 'All'
  return selected.length === 1 ? (selected[0]?.label ?? '') : 'Multiple'
}

/** What the dialog saves. */
interface Settings {
  readonly title: string
  readonly restricted: boolean
  readonly ids: readonly string[]
  readonly revision: number
}

/** What stands by now, as a refused save says; null where it says nothing of that. */
function settingsIn(newer: ActionProblem['newer'], principals: 'ROLE' | 'GROUP'): Settings | null {
  const { title, restricted, revision, roles, groups } = newer ?? {}
  const ids = principals === 'ROLE' ? roles : groups
  if (typeof title !== 'string' || typeof restricted !== 'boolean' || typeof revision !== 'number')
    return null
  return { title, restricted, revision, ids: Array.isArray(ids) ? ids.map(String) : [] }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Title of a page, and who sees it (SUBP-25). */
export function SettingsDialog({ entity, page, principals, onClose, onSaved }: SettingsDialogProps) {
  const chosen = principals === 'ROLE' ? page.roles : page.groups
  const form = useForm({
    defaultValues: { title: page.title, restricted: page.restricted, ids: chosen.map(({ id }) => id) },
  })
  const [restricted, ids] = useWatch({ control: form.control, name: ['restricted', 'ids'] })
  const setIds = (next: readonly string[]) => form.setValue('ids', [...next], { shouldDirty: true })
  // What the dialog was filled with; somebody else's where they were first and it has been shown.
  const seen = useRef<Settings>({
    title: page.title,
    restricted: page.restricted,
    ids,
    revision: page.revision,
  })
  const { data, error } = useReading(SubpagePrincipalsDocument, subjectOf(entity))
  const options = (data?.subpagePrincipals ?? chosen).map(({ id, name }) => ({ value: id, label: name }))
  const save = useAction(SaveSubpageSettingsDocument)
  /** Takes over what only the other person has changed, and says the rest. */
  const meet = (theirs: Settings, problem: ActionProblem): FormProblem => {
    const before = seen.current
    seen.current = theirs
    const both: string[] = []
    if (form.getValues('title') === before.title) form.setValue('title', theirs.title)
    else if (theirs.title !== before.title) both.push(`Its title is “${theirs.title}” now.`)
    if (form.getValues('restricted') === before.restricted) form.setValue('restricted', theirs.restricted)
    if (isSame(ids, before.ids)) setIds(theirs.ids)
    else if (!isSame(theirs.ids, before.ids)) {
      const names = options.filter(({ value }) => theirs.ids.includes(value))
      both.push(`Its access is ${names.map(({ label }) => label).join(', ') || 'Internal'} now.`)
    }
    form.resetDefaultValues({ title: theirs.title, restricted: theirs.restricted, ids: [...theirs.ids] })
    return { message: [problem.message, ...both].join(' ') }
  }
  return (
    <Dialog open onClose={onClose} title="Title and access" overline={page.title} busy={save.busy}>
      <Form
        form={form}
        onSubmit={async ({ title, restricted: isRestricted }) => {
          const { problem } = await save.attempt({
            id: page.id,
            subjectType: entity.type,
            title,
            restricted: isRestricted,
            ...(principals === 'ROLE' ? { roles: [...ids] } : { groups: [...ids] }),
            revision: seen.current.revision,
          })
          const theirs = problem?.code === 'CONFLICT' ? settingsIn(problem.newer, principals) : null
          if (problem) return theirs ? meet(theirs, problem) : problem
          await onSaved()
          return undefined
        }}
      >
        <DialogBody>
          {error && <ErrorState {...error} />}
          <TextField
            name="title"
            label="Title"
            rules={{
              required: 'Title is a required field',
              maxLength: { value: MAX, message: `Title must be at most ${MAX} characters` },
            }}
          />
          <CheckField name="restricted" label="Restrict access" />
          {/* SUBP-26 */}
          <fieldset
            disabled={!restricted}
            style={{ margin: 0, padding: 0, border: 0, opacity: restricted ? 1 : 0.45 }}
          >
            <FilterMenu
              label={principals === 'ROLE' ? 'Roles' : 'Groups'}
              options={options}
              selected={options.filter(({ value }) => ids.includes(value))}
              onChange={setIds}
              summary={(selected) => pickerWords(selected, options.length)}
              empty={principals === 'ROLE' ? 'No roles found.' : 'No groups found.'}
            />
          </fieldset>
        </DialogBody>
        <DialogFoot>
          <CancelButton />
          <SubmitButton>Save</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
