import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { IconInfoCircle, IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { NO_GROUP } from '../../../../shared/peopleRules.ts'
import { HOME } from '../../../addresses.ts'
import { administers } from '../../../graphql/access.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useReading } from '../../../graphql/useReading.ts'
import { useViewer } from '../../../graphql/viewer.ts'
import {
  CancelButton,
  ComboField,
  ConfirmContent,
  Dialog,
  DialogBody,
  DialogFoot,
  Disclosure,
  ErrorState,
  Form,
  type FormProblem,
  Loading,
  SkeletonLines,
  SubmitButton,
  TitleRow,
  useBreakpoint,
  useConflict,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { MemberGroupsDocument, UpdateUserGroupsDocument } from '../core/operations.generated.ts'
import { PermissionMatrix } from '../core/PermissionMatrix.tsx'
import { type GroupChoice, grantedBy, roomsText, useGroupChoices } from '../groups/groupChoices.ts'
import { companyOf, nameOf, type Person } from './person.ts'

/** PPL-24 */
const FAILED = 'Unable to update user groups. Please contact support for assistance.'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '392px minmax(0, 1fr)',
  flex: '1 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > div': { padding: '20px 24px', display: 'flex', flexDirection: 'column', gap: 12, minWidth: 0 },
  '& > div + div': { borderLeft: `1px solid ${theme.vars.palette.line}` },
  '& h3': { margin: 0, ...theme.typography.h4 },
  [theme.breakpoints.down('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > div + div': { borderLeft: 0, borderTop: `1px solid ${theme.vars.palette.line}` },
  },
  [theme.breakpoints.down('md')]: { '& > div': { padding: 16 } },
}))

const Entry = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 36px',
  columnGap: 8,
  alignItems: 'start',
  '& label': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& > p': {
    gridColumn: 1,
    margin: '4px 0 0',
    ...theme.typography.note,
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    '& > b': { fontWeight: 500, color: theme.vars.palette.ink2 },
  },
}))

const Note = styled('p')(({ theme }) => ({
  display: 'flex',
  gap: 8,
  margin: 'auto 0 0',
  paddingTop: 12,
  ...theme.typography.note,
  '&[data-warning]': { color: theme.vars.palette.warning.text },
  '& > svg': { flex: 'none', width: 16, height: 16 },
}))

const PartHead = styled(TitleRow)(({ theme }) => ({ '& > small': theme.typography.note }))

interface Values {
  groups: { id: string }[]
}

interface GroupAccessDialogProps {
  person: Person
  onClose: () => void
  onDone: () => Promise<unknown>
}

/** The groups of a member, and what they allow together (PPL-22 to PPL-24). */
export function GroupAccessDialog({ person, onClose, onDone }: GroupAccessDialogProps) {
  const { slug: orgSlug } = useArea(administers)
  const { data, error } = useReading(
    MemberGroupsDocument,
    { orgSlug, token: person.token },
    { fetchPolicy: 'network-only' },
  )
  const groups = data?.invitationDetail?.groups
  return (
    <Dialog
      open
      onClose={onClose}
      title="Group access"
      overline={[nameOf(person), companyOf(person)].filter((part) => part !== null).join(', ')}
      size="medium"
    >
      {groups ? (
        <GroupsForm {...{ person, groups, onClose, onDone }} />
      ) : (
        <DialogBody>
          {error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines count={6} />} />}
        </DialogBody>
      )}
    </Dialog>
  )
}

function GroupsForm({
  person,
  groups,
  onClose,
  onDone,
}: GroupAccessDialogProps & { groups: readonly GroupChoice[] }) {
  const { slug: orgSlug, name: organisation } = useArea(administers)
  // As they were when the dialog opened: what others change meanwhile is refused, and said.
  const first = useRef(groups)
  const form = useForm<Values>({ defaultValues: { groups: first.current.map(({ id }) => ({ id })) } })
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'groups' })
  const choices = useGroupChoices(orgSlug, first.current)
  const conflict = useConflict({
    form,
    revision: groups.map(({ id }) => id) as readonly string[],
    fields: {
      groups: {
        label: 'Groups',
        none: 'No groups',
        words: (rows, nameOf) =>
          (rows as Values['groups']).map(({ id }) => nameOf(id) ?? choices.known(id)?.name).join(', ') ||
          undefined,
      },
    },
  })
  const toast = useToast()
  const wide = useBreakpoint('lg')
  const { attempt, busy } = useAction(UpdateUserGroupsDocument, { refresh: onDone })
  const chosen = useWatch({ control: form.control, name: 'groups' })
  const known = chosen.flatMap(({ id }) => choices.known(id) ?? [])
  const list = useRef<HTMLDivElement>(null)
  const focusIndex = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are others then
  useEffect(() => {
    if (focusIndex.current === null) return
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove], [data-add]') ?? []
    buttons[Math.min(focusIndex.current, buttons.length - 1)]?.focus()
    focusIndex.current = null
  }, [fields])

  const save = async (values: Values): Promise<FormProblem | undefined> => {
    const { problem, refusal } = await attempt({
      orgSlug,
      token: person.token,
      groupIds: [...new Set(values.groups.map(({ id }) => id))],
      knownGroupIds: [...conflict.revision()],
    })
    if (problem?.conflict?.of === 'memberGroups') {
      const { revision, newer } = problem.conflict
      return conflict.mergeNewer({
        revision,
        values: { groups: newer.groups.map(({ id }) => ({ id })) },
        names: newer.groups,
      })
    }
    // What stands in the way of it is said in its own words.
    if (problem?.code === 'CONFLICT') return { message: problem.message }
    if (problem) return { message: FAILED }
    if (refusal) {
      const at = Object.entries(refusal.fields).map(([field, text]) => [
        `${field.replace('groupIds', 'groups')}.id`,
        text,
      ])
      return { message: FAILED, fields: Object.fromEntries(at) }
    }
    // They are no admin any more: whatever this page would show next is not theirs to see.
    if (isLeaving(values)) window.location.assign(HOME)
    else toast.success('Group access saved')
    onClose()
    return undefined
  }
  const isSelf = useViewer().id === person.existingUser?.id
  const isLeaving = (values: Values) => isSelf && values.groups.length === 0
  const [asked, setAsked] = useState<Values>()
  const [refusal, setRefusal] = useState<string>()
  /** Whoever takes the last group from themselves is asked before (PPL-26). */
  const submit = async (values: Values): Promise<FormProblem | undefined> => {
    if (!isLeaving(values)) return save(values)
    setRefusal(undefined)
    setAsked(values)
    // Nothing is saved before the answer.
    return {}
  }
  if (asked) {
    return (
      <ConfirmContent
        danger
        action={`Leave ${organisation}`}
        onConfirm={() => void save(asked).then((problem) => setRefusal(problem?.message))}
        onCancel={() => setAsked(undefined)}
        busy={busy}
        {...(refusal !== undefined && { error: refusal })}
      >
        You are about to take all of your groups from yourself. You can no longer enter {organisation} then,
        until somebody else gives you a group again. Are you sure?
      </ConfirmContent>
    )
  }
  const matrix = <PermissionMatrix label="What these groups allow" granted={grantedBy(known)} />
  const others = (index: number) => new Set(chosen.flatMap(({ id }, at) => (at === index ? [] : [id])))
  return (
    <Form form={form} conflict={conflict} onSubmit={submit}>
      <Columns>
        <div ref={list}>
          <h3>Groups</h3>
          {fields.map((field, index) => {
            const group = choices.known(chosen[index]?.id ?? '')
            return (
              <Entry key={field.id}>
                <ComboField
                  name={`groups.${index}.id`}
                  label={`Group ${index + 1}`}
                  placeholder="Choose a group"
                  known={[
                    ...choices.options,
                    ...conflict.names.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  search={async (text, signal) => {
                    const taken = others(index)
                    return (await choices.search(text, signal)).filter(({ value }) => !taken.has(value))
                  }}
                  rules={{ validate: (id: string) => id !== '' || NO_GROUP }}
                />
                <IconButton
                  data-remove=""
                  aria-label={`Remove group ${index + 1}`}
                  onClick={() => {
                    focusIndex.current = index
                    remove(index)
                  }}
                >
                  <IconX />
                </IconButton>
                {group && (
                  <p>
                    <b>{group.role?.name}</b>
                    {group.portfolios.length > 0 && ` in ${roomsText(group)}`}
                  </p>
                )}
              </Entry>
            )
          })}
          <div>
            <Button data-add="" variant="text" startIcon={<IconPlus />} onClick={() => append({ id: '' })}>
              Add group
            </Button>
          </div>
          <Note data-warning={fields.length === 0 ? '' : undefined}>
            <IconInfoCircle aria-hidden="true" />
            {`Access follows the groups. Without any group ${person.existingUser?.firstName ?? person.firstName} can no longer enter ${organisation}.`}
          </Note>
        </div>
        <div>
          {wide ? (
            <>
              <PartHead>
                <h3>What these groups allow</h3>
                <small>Read only</small>
              </PartHead>
              {matrix}
            </>
          ) : (
            <Disclosure summary="What these groups allow">{matrix}</Disclosure>
          )}
        </div>
      </Columns>
      <DialogFoot sx={{ pt: '14px' }}>
        <CancelButton />
        <SubmitButton>Save</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
