import { useForm, useWatch } from 'react-hook-form'
import { groupNameProblem, NO_PORTFOLIO, NO_ROLE } from '../../../../shared/peopleRules.ts'
import { adminAddress } from '../../../addresses.ts'
import { administers } from '../../../graphql/access.ts'
import { type ActionProblem, useAction } from '../../../graphql/useAction.ts'
import { useArea } from '../../../graphql/useArea.ts'
import { useOptionSearch, withText } from '../../../graphql/useOptionSearch.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  CancelButton,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  Form,
  type FormProblem,
  Link,
  Loading,
  RepeatedRows,
  SkeletonLines,
  SubmitButton,
  TextField,
  useConflict,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import {
  CreateGroupDocument,
  GroupPortfoliosDocument,
  type GroupPortfoliosQuery,
  OrgGroupDocument,
  type OrgGroupQuery,
  OrgRolesDocument,
  type OrgRolesQuery,
  UpdateGroupDocument,
} from '../core/operations.generated.ts'
import { PermissionMatrix } from '../core/PermissionMatrix.tsx'

type Group = NonNullable<OrgGroupQuery['orgGroup']>
type Role = OrgRolesQuery['roles'][number]
type Room = GroupPortfoliosQuery['orgPortfolios'][number]

/** Deal rooms that the server gives without a search; of more it finds them by what is typed. */
const MAX_ROOMS = 200

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  flex: '1 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  borderBottom: `1px solid ${theme.vars.palette.line}`,
  '& > div': { padding: '20px 24px', display: 'flex', flexDirection: 'column', gap: 18, minWidth: 0 },
  '& > div + div': { borderLeft: `1px solid ${theme.vars.palette.line}`, gap: 12 },
  '& h3': { margin: 0, ...theme.typography.h4 },
  [theme.breakpoints.down('lg')]: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > div + div': { borderLeft: 0, borderTop: `1px solid ${theme.vars.palette.line}` },
  },
  [theme.breakpoints.down('md')]: { '& > div': { padding: 16 } },
}))

interface GroupDialogProps {
  /** The group that is edited; without one a group is added. */
  groupId?: string
  onClose: () => void
  /** Reads again what shows groups (GRP-21). */
  onDone: () => Promise<unknown>
}

/** Name, role and deal rooms of a group, with what the role allows beside them (GRP-04). */
export function GroupDialog({ groupId, onClose, onDone }: GroupDialogProps) {
  const { slug: orgSlug } = useArea(administers)
  const roles = useReading(OrgRolesDocument, { orgSlug })
  const rooms = useReading(GroupPortfoliosDocument, { orgSlug, search: null })
  const group = useReading(
    OrgGroupDocument,
    { orgSlug, groupId: groupId ?? '', offset: 0 },
    { skip: groupId === undefined, fetchPolicy: 'network-only' },
  )
  const error = roles.error ?? rooms.error ?? group.error
  const edited = group.data?.orgGroup
  const isReady = roles.data && rooms.data && (groupId === undefined || edited)
  return (
    <Dialog
      open
      onClose={onClose}
      title={groupId === undefined ? 'Add group' : 'Edit group'}
      {...(edited && { overline: edited.name })}
      size="medium"
    >
      {isReady ? (
        <GroupForm
          {...(edited && { group: edited })}
          roles={roles.data.roles}
          rooms={rooms.data.orgPortfolios}
          onClose={onClose}
          onDone={onDone}
        />
      ) : (
        <DialogBody>
          {error ? <ErrorState {...error} /> : <Loading active skeleton={<SkeletonLines count={6} />} />}
        </DialogBody>
      )}
    </Dialog>
  )
}

interface Values {
  name: string
  roleId: string
  portfolios: { id: string }[]
}

/** GRP-10: what can't be chosen is dropped, where all that can is known. */
const offered = (portfolios: readonly { id: string }[], rooms: readonly Room[]): { id: string }[] =>
  portfolios
    .filter(({ id }) => rooms.length >= MAX_ROOMS || rooms.some((room) => room.id === id))
    .map(({ id }) => ({ id }))

/** Its deal rooms that a save takes from it (GRP-10). */
const dropped = (group: Group, rooms: readonly Room[]): readonly Room[] => {
  const kept = new Set(offered(group.portfolios, rooms).map(({ id }) => id))
  return group.portfolios.filter(({ id }) => !kept.has(id))
}

/** What a save takes away is said before, and why nothing can be chosen (GRP-06, GRP-10). */
function DraftNote({ group, rooms }: { group: Group | undefined; rooms: readonly Room[] }) {
  const { slug } = useArea(administers)
  const gone = group ? dropped(group, rooms) : []
  if (gone.length > 0) {
    return (
      <Alert tone="warning">
        {`Drafts can’t be given to groups. Saving takes this group’s access to ${gone
          .map(({ name }) => name)
          .join(', ')}. To keep it, cancel, and edit the group when the deal room is no draft any more.`}
      </Alert>
    )
  }
  if (rooms.length > 0) return null
  return (
    <Alert tone="info">
      Deal rooms can be given to groups as soon as they are no drafts.{' '}
      <Link to={adminAddress(slug, 'deal-rooms')}>Change their status</Link>
    </Alert>
  )
}

/** What is open to every group is open to this one as soon as it has the room. */
function OpenNote({ group, chosen }: { group: Group | undefined; chosen: ReadonlySet<string | undefined> }) {
  const before = new Set(group?.portfolios.map(({ id }) => id))
  const added = [...chosen].filter((id) => id && !before.has(id)).length
  if (added === 0) return null
  const where = added === 1 ? 'the deal room that you add' : `the ${added} deal rooms that you add`
  return (
    <Alert tone="info">
      {`In ${where} this group will see the documents that are open to every group, also those that were uploaded before. Look through the permissions of its documents, if it should not.`}
    </Alert>
  )
}

const optionOf = ({ id, name }: Room) => ({ value: id, label: name })

/** Finds deal rooms of the organisation by name, where they are too many to be listed. */
const useRoomSearch = (orgSlug: string) =>
  useOptionSearch(GroupPortfoliosDocument, { orgSlug }, ({ orgPortfolios }, text) =>
    withText(orgPortfolios.map(optionOf), text),
  )

interface GroupFormProps {
  group?: Group
  roles: readonly Role[]
  rooms: readonly Room[]
  onClose: () => void
  onDone: () => Promise<unknown>
}

function GroupForm({ group, roles, rooms, onClose, onDone }: GroupFormProps) {
  const { slug: orgSlug } = useArea(administers)
  const form = useForm<Values>({
    defaultValues: {
      name: group?.name ?? '',
      roleId: group?.role?.id ?? '',
      portfolios: group ? offered(group.portfolios, rooms) : [],
    },
  })
  const conflict = useConflict({
    form,
    revision: group?.revision,
    fields: {
      name: 'Name',
      roleId: 'Role',
      portfolios: { label: 'Deal Room Access', none: 'No deal rooms' },
    },
    names: [...roles, ...(group?.portfolios ?? []), ...rooms],
  })
  const toast = useToast()
  const create = useAction(CreateGroupDocument, { refresh: onDone })
  const update = useAction(UpdateGroupDocument, { refresh: onDone })
  const values = useWatch({ control: form.control })
  const role = roles.find(({ id }) => id === values.roleId)
  const granted = new Map(role?.permissions.map(({ codename }) => [codename, role.name]))
  const named = [
    ...new Map(
      [...(group?.portfolios ?? []), ...rooms, ...conflict.names].map((room) => [room.id, room]),
    ).values(),
  ]
  const search = useRoomSearch(orgSlug)
  const chosen = new Set(values.portfolios?.map((row) => row.id))
  const noun = group ? 'update' : 'add'
  const failed = `Unable to ${noun} group. Please contact support for assistance.`

  /** GRP-09: one text above, and the server's own on the name, but for what the server says of another field. */
  const refused = (problem: { fields: Readonly<Record<string, string>>; message?: string }): FormProblem => ({
    message: failed,
    fields: Object.keys(problem.fields).length > 0 ? problem.fields : { name: problem.message ?? failed },
  })
  const ofAction = (problem: ActionProblem): FormProblem => {
    if (problem.conflict?.of === 'group') {
      const { revision, newer } = problem.conflict
      const portfolios = offered(newer.portfolios, rooms)
      const values = { name: newer.name, roleId: newer.roleId ?? '', portfolios }
      return conflict.mergeNewer({ revision, values, names: newer.portfolios })
    }
    return problem.code === 'CONFLICT' ? { message: problem.message } : refused(problem)
  }
  const submit = async ({ name, roleId, portfolios }: Values): Promise<FormProblem | undefined> => {
    const input = { orgSlug, name, roleId, portfolios: portfolios.map(({ id }) => ({ id })) }
    if (!group) {
      const { problem, refusal } = await create.attempt(input)
      if (problem) return ofAction(problem)
      if (refusal) return refused(refusal)
      toast.success('Group added')
    } else {
      const { problem, refusal } = await update.attempt({
        ...input,
        groupId: group.id,
        revision: conflict.revision() ?? null,
      })
      if (problem) return ofAction(problem)
      if (refusal) return refused(refusal)
      toast.success('Group updated')
    }
    onClose()
    return undefined
  }
  return (
    <Form form={form} conflict={conflict} onSubmit={submit}>
      <Columns>
        <div>
          <TextField
            name="name"
            label="Name"
            autoComplete="off"
            autoFocus
            rules={{ validate: (text: string) => groupNameProblem(text) ?? true }}
          />
          <ComboField
            name="roleId"
            label="Role"
            placeholder="Choose a role"
            options={roles.map(({ id, name }) => ({ value: id, label: name }))}
            rules={{ validate: (id: string) => id !== '' || NO_ROLE }}
          />
          <div>
            <h3>Deal Room Access</h3>
            <RepeatedRows
              name="portfolios"
              label="Deal Room Access"
              noun="deal room"
              columns={[{ label: 'Portfolio', width: 'minmax(0, 1fr)', required: true }]}
              blank={{ id: '' }}
              max={MAX_ROOMS}
              empty="No deal rooms"
              rules={{
                // GRP-07: under the list as well.
                validate: (rows: Values['portfolios']) => rows.every(({ id }) => id !== '') || NO_PORTFOLIO,
              }}
            >
              {({ name, index }) => {
                const isFree = ({ value }: { value: string }) =>
                  value === values.portfolios?.[index]?.id || !chosen.has(value)
                return (
                  <ComboField
                    name={`${name}.id`}
                    label="Portfolio"
                    placeholder="Choose a portfolio"
                    {...(rooms.length >= MAX_ROOMS
                      ? {
                          known: named.map(optionOf),
                          search: async (text: string, signal: AbortSignal) =>
                            (await search(text, signal)).filter(isFree),
                        }
                      : { options: named.map(optionOf).filter(isFree) })}
                    rules={{ validate: (id: string) => id !== '' || NO_PORTFOLIO }}
                  />
                )
              }}
            </RepeatedRows>
            <DraftNote group={group} rooms={rooms} />
            <OpenNote group={group} chosen={chosen} />
          </div>
        </div>
        <div>
          <h3>What this role allows</h3>
          <PermissionMatrix label="What this role allows" granted={granted} />
        </div>
      </Columns>
      <DialogFoot sx={{ pt: '14px' }}>
        <CancelButton />
        <SubmitButton>{group ? 'Save' : 'Add group'}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
