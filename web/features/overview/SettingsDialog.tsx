import { useForm, useWatch } from 'react-hook-form'
import { OVERVIEW_LIMITS } from '../../../shared/overviewRules.ts'
import { useAction } from '../../graphql/useAction.ts'
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
  SubmitButton,
  TextField,
  useConflict,
} from '../../ui/index.ts'
import { type OverviewEntity, subjectOf } from './entity.ts'
import {
  SaveSubpageSettingsDocument,
  SubpagePrincipalsDocument,
  type SubpageTextFragment,
} from './operations.generated.ts'

interface SettingsDialogProps {
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

/** Title of a page, and who sees it (SUBP-25). */
export function SettingsDialog({ entity, page, principals, onClose, onSaved }: SettingsDialogProps) {
  const chosen = principals === 'ROLE' ? page.roles : page.groups
  const form = useForm({
    defaultValues: { title: page.title, restricted: page.restricted, ids: chosen.map(({ id }) => id) },
  })
  const [restricted, ids] = useWatch({ control: form.control, name: ['restricted', 'ids'] })
  const setIds = (next: readonly string[]) => form.setValue('ids', [...next], { shouldDirty: true })
  const { data, error } = useReading(SubpagePrincipalsDocument, subjectOf(entity))
  const options = (data?.subpagePrincipals ?? chosen).map(({ id, name }) => ({ value: id, label: name }))
  const save = useAction(SaveSubpageSettingsDocument)
  const namesOf = (chosenIds: readonly string[]) =>
    options.flatMap(({ value, label }) => (chosenIds.includes(value) ? label : [])).join(', ') || 'Internal'
  const conflict = useConflict({
    form,
    revision: page.revision,
    fields: {
      title: 'Title',
      restricted: 'Restrict access',
      ids: {
        label: principals === 'ROLE' ? 'Roles' : 'Groups',
        words: (chosenIds) => namesOf(chosenIds as string[]),
      },
    },
  })
  return (
    <Dialog open onClose={onClose} title="Title and access" overline={page.title} busy={save.busy}>
      <Form
        form={form}
        conflict={conflict}
        onSubmit={async ({ title, restricted: isRestricted }) => {
          const { problem } = await save.attempt({
            id: page.id,
            subjectType: entity.type,
            title,
            restricted: isRestricted,
            ...(principals === 'ROLE' ? { roles: [...ids] } : { groups: [...ids] }),
            revision: conflict.revision(),
          })
          if (problem?.conflict?.of === 'page') {
            const { revision, newer } = problem.conflict
            const theirs = [...(principals === 'ROLE' ? newer.roles : newer.groups)]
            return conflict.mergeNewer({
              revision,
              values: { title: newer.title, restricted: newer.restricted, ids: theirs },
            })
          }
          if (problem) return problem
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
