import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { useCallback } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { formatCount } from '../../../shared/format/number.ts'
import { tidyText } from '../../../shared/texts.ts'
import { problemOf } from '../../graphql/errors.ts'
import { usePage } from '../../graphql/page.ts'
import { type ActionProblem, useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import {
  Alert,
  CancelButton,
  ComboField,
  type ComboSearch,
  Dialog,
  DialogBody,
  DialogFoot,
  effectiveTerm,
  Form,
  type FormProblem,
  ReadOnlyField,
  RepeatedRows,
  SelectField,
  SubmitButton,
  SwitchField,
  TextField,
  useConflict,
  useToast,
} from '../../ui/index.ts'
import { type Log, type Named, type QuestionEntity, rightsIn } from './entity.ts'
import {
  LIMIT_WORDS,
  LimitFields,
  type Limits,
  type LimitValues,
  limitsIn,
  limitValuesOf,
} from './LogLimits.tsx'
import {
  CreateQuestionLogDocument,
  LogGroupsDocument,
  LogHeadDocument,
  type LogVisibility,
  UpdateQuestionLogDocument,
} from './operations.generated.ts'

const NO_GROUP = 'Please select a group.'
const MAX_NAME = 120
const MAX_GROUPS = 100

/** What is set of a log. */
type Settings = Pick<Log, 'name' | 'visibility' | 'restricted'> & {
  readonly groups: readonly Named[]
  readonly limits: Limits
}

interface LogDialogProps {
  entity: QuestionEntity
  /** The log that is edited; without one a log is added. */
  log?: Log | undefined
  onClose: () => void
  onDone: (log: Log) => Promise<unknown>
}

/** Name and groups of a log; to be read by whoever doesn't administer logs (QA-08, QA-12, QA-13). */
export function LogDialog({ entity, log, onClose, onDone }: LogDialogProps) {
  const { administers } = rightsIn(entity)
  return (
    <Dialog
      open
      onClose={onClose}
      title={log ? 'Log settings' : 'Add log'}
      {...(log && { overline: log.name })}
    >
      {administers ? (
        <LogForm entity={entity} log={log} onClose={onClose} onDone={onDone} />
      ) : (
        <LogFacts log={log} onClose={onClose} />
      )}
    </Dialog>
  )
}

const whoSees = ({ restricted, groups }: Log): string => {
  if (!restricted) return 'All who see questions here'
  const names = groups.map(({ name }) => name).join(', ')
  return names === '' ? 'Restricted' : `Restricted to ${names}`
}

function LogFacts({ log, onClose }: { log: Log | undefined; onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <ReadOnlyField label="Name" value={log?.name ?? ''} />
        <ReadOnlyField label="Who sees the questions" value={visibilityText(log?.visibility)} />
        <ReadOnlyField label="Who sees the log" value={log ? whoSees(log) : ''} />
      </DialogBody>
      <DialogFoot>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  )
}

interface Values extends LimitValues {
  name: string
  visibility: LogVisibility
  restricted: boolean
  groups: { id: string }[]
}

/** What the form begins with, of a log as it stands. */
const valuesOf = ({ name, visibility, restricted, groups, limits }: Settings): Values => ({
  name,
  visibility,
  restricted,
  groups: groups.map(({ id }) => ({ id })),
  ...limitValuesOf(limits),
})
const NEW_LOG: Settings = {
  name: '',
  visibility: 'EACH_PARTY',
  restricted: false,
  groups: [],
  limits: {},
}

const VISIBILITIES: readonly { value: LogVisibility; label: string }[] = [
  { value: 'EACH_PARTY', label: 'Each party sees its own questions' },
  { value: 'ALL', label: 'Everybody with this log sees all questions, without names' },
]
const visibilityText = (visibility: unknown): string =>
  VISIBILITIES.find(({ value }) => value === visibility)?.label ?? ''

function LogForm({ entity, log, onClose, onDone }: LogDialogProps) {
  const client = useApolloClient()
  const toast = useToast()
  const { supportEmail } = usePage().config
  const form = useForm<Values>({
    defaultValues: valuesOf(log ?? NEW_LOG),
  })
  const conflict = useConflict({
    form,
    revision: log?.revision ?? 0,
    fields: {
      name: 'Name',
      visibility: { label: 'Who sees the questions', words: visibilityText },
      restricted: 'Restricted',
      groups: { label: 'Groups', none: 'No groups' },
      ...LIMIT_WORDS,
    },
    names: log?.groups ?? [],
  })
  const create = useAction(CreateQuestionLogDocument)
  const update = useAction(UpdateQuestionLogDocument)
  const values = useWatch({ control: form.control })
  const { orgSlug } = entity
  const search: ComboSearch = useCallback(
    async (text, signal) => {
      const { data } = await client.query({
        query: LogGroupsDocument,
        variables: { orgSlug, search: effectiveTerm(text) || null },
        fetchPolicy: 'no-cache',
        context: { fetchOptions: { signal } },
      })
      const typed = text.trim().toLowerCase()
      return (data?.groups ?? [])
        .filter(({ name }) => name.toLowerCase().includes(typed))
        .map(({ id, name }) => ({ value: id, label: name }))
    },
    [client, orgSlug],
  )
  const chosen = new Set(values.groups?.map((row) => row.id))
  const head = useReading(LogHeadDocument, { logId: log?.id ?? '' }, { skip: log === undefined })
  const readers = head.data?.questionLog?.readers
  const readersOf = typeof readers === 'number' ? `Read by ${formatCount(readers, 'person', 'people')}` : null

  /** QA-09, QA-10: one text above, and the server's own at the name, but for what it says of another field. */
  const refused = ({
    fields,
    message,
  }: {
    fields: Readonly<Record<string, string>>
    message?: string
  }): FormProblem => {
    const text = `Unable to create question log. Please contact ${supportEmail ?? `support@${window.location.host}`} for assistance.`
    const named = Object.fromEntries(
      Object.entries(fields).map(([field, words]) => [
        field.replace(/^groupIds\.(\d+)$/, 'groups.$1.id').replace(/^limits\./, ''),
        words,
      ]),
    )
    return { message: text, fields: Object.keys(named).length > 0 ? named : { name: message ?? text } }
  }
  const ofAction = (problem: ActionProblem): FormProblem => {
    if (problem.conflict?.of === 'log') {
      const { revision, newer } = problem.conflict
      return conflict.mergeNewer({ revision, values: valuesOf(newer), names: newer.groups })
    }
    return problem.code === 'CONFLICT' ? { message: problem.message } : refused(problem)
  }
  const submit = async ({
    name,
    visibility,
    restricted,
    groups,
    ...limits
  }: Values): Promise<FormProblem | undefined> => {
    const settings = {
      name,
      visibility,
      restricted,
      groupIds: restricted ? groups.map(({ id }) => id) : [],
      limits: limitsIn(limits),
    }
    const done = log
      ? await update
          .attempt({ logId: log.id, revision: conflict.revision(), ...settings })
          .then(({ data, problem }) => ({ payload: data?.updateQuestionLog, problem }))
      : await create
          .attempt({ subjectType: entity.type, subjectId: entity.id, ...settings })
          .then(({ data, problem }) => ({ payload: data?.createQuestionLog, problem }))
    if (done.problem) return ofAction(done.problem)
    const refusal = problemOf(done.payload?.errors ?? [])
    if (refusal) return refused(refusal)
    const saved = done.payload?.questionLog
    if (saved) await onDone(saved).catch(() => {})
    toast.success(log ? 'Log saved' : 'Log added')
    onClose()
    return undefined
  }
  return (
    <Form form={form} conflict={conflict} onSubmit={submit}>
      <DialogBody>
        <TextField
          name="name"
          label="Name"
          autoComplete="off"
          autoFocus
          rules={{
            validate: (text: string) =>
              tidyText(text) === ''
                ? 'Name is a required field'
                : [...tidyText(text)].length <= MAX_NAME || `Name must be at most ${MAX_NAME} characters`,
          }}
        />
        <SelectField
          name="visibility"
          label="Who sees the questions"
          options={VISIBILITIES}
          {...(readersOf && { helper: readersOf })}
        />
        {log?.visibility === 'EACH_PARTY' && values.visibility === 'ALL' && (
          <Alert tone="warning">
            Everybody with this log will see all questions that were asked in it so far, without names.
          </Alert>
        )}
        <SwitchField
          name="restricted"
          label="Restricted"
          helper="Only the groups below and people who administer logs can see it."
        />
        {values.restricted && (
          <RepeatedRows
            name="groups"
            label="Groups"
            noun="group"
            columns={[{ label: 'Group', width: 'minmax(0, 1fr)', required: true }]}
            blank={{ id: '' }}
            max={MAX_GROUPS}
            empty="No groups. Only people who administer logs can see it."
          >
            {({ name, index }) => (
              <ComboField
                name={`${name}.id`}
                label="Group"
                placeholder="Choose a group"
                known={[...(log?.groups ?? []), ...conflict.names].map((group) => ({
                  value: group.id,
                  label: group.name,
                }))}
                search={async (text, signal) =>
                  (await search(text, signal)).filter(
                    ({ value }) => value === values.groups?.[index]?.id || !chosen.has(value),
                  )
                }
                rules={{ validate: (id: string) => id !== '' || NO_GROUP }}
              />
            )}
          </RepeatedRows>
        )}
        <LimitFields
          isShared={values.visibility === 'ALL'}
          hasPerParty={typeof log?.limits.perParty === 'number'}
        />
      </DialogBody>
      <DialogFoot>
        <CancelButton />
        <SubmitButton>{log ? 'Save' : 'Add log'}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
