import { useApolloClient } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { REQUIRED } from '../../../../shared/accountRules.ts'
import type { PrincipalType } from '../../../../shared/enumerations.ts'
import { formatCount } from '../../../../shared/format/number.ts'
import { importAddress } from '../../../addresses.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  CancelButton,
  CheckField,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  ErrorState,
  FieldPairs,
  Form,
  type FormProblem,
  Link,
  Loading,
  NumberField,
  SelectField,
  SkeletonLines,
  SubmitButton,
  SwitchField,
  TextField,
  useConflict,
  useLeave,
  useToast,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { statusLabel } from '../core/statuses.ts'
import {
  CreateRoomTreeDocument,
  RoomSettingsDocument,
  SetRoomTreeTypeDocument,
  UpdateRoomDocument,
} from './operations.generated.ts'
import { RoomRemoval } from './RoomRemoval.tsx'
import { RoomStates, RoomStep, STEP_TITLES, type Step } from './RoomStates.tsx'
import { changesOf, OFFERED, type OpenRoom, type Settings, settingsOf, wordsOf } from './settings.ts'
import { useRoomUserSearch } from './userSearch.ts'

const TYPES = [
  { value: 'GROUP', label: 'Group' },
  { value: 'ROLE', label: 'Role' },
] as const

const FAILED: FormProblem = { message: 'A server error has occurred.' }

const Switches = styled('div')({ display: 'grid', gap: 6 })

interface RoomSettingsDialogProps {
  portfolioId: string
  onClose: () => void
  /** Reads again what shows the room. */
  onSaved: () => Promise<unknown>
  /** After the removal, in place of `onSaved`. */
  onRemoved: () => unknown
}

/** The settings of a deal room, and its removal (DRM-08). */
export function RoomSettingsDialog({ portfolioId, ...props }: RoomSettingsDialogProps) {
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  // Read again each time it opens: values of an hour ago would be saved over newer ones.
  const { data, error, loading, refetch } = useReading(
    RoomSettingsDocument,
    { id: portfolioId },
    { fetchPolicy: 'no-cache' },
  )
  const room = data?.portfolio
  const title = step === null ? 'Deal room settings' : STEP_TITLES[step]
  const leaveStep = () => setStep(null)
  const stepDone = async () => {
    await Promise.all([refetch(), props.onSaved()]).catch(() => {})
    setStep(null)
  }
  return (
    <Dialog open onClose={props.onClose} title={title} overline={room?.name} busy={busy}>
      {!room && (
        <DialogBody>
          <Loading active={loading} skeleton={<SkeletonLines />}>
            {error && <ErrorState {...error} />}
          </Loading>
        </DialogBody>
      )}
      {room && step === 'REMOVE' && (
        <RoomRemoval room={room} onBusy={setBusy} onCancel={leaveStep} {...props} />
      )}
      {room && step !== null && step !== 'REMOVE' && (
        <RoomStep step={step} room={room} onBusy={setBusy} onCancel={leaveStep} onDone={stepDone} />
      )}
      {room && step === null && <SettingsForm room={room} onBusy={setBusy} onStep={setStep} {...props} />}
    </Dialog>
  )
}

interface SettingsFormProps extends Pick<RoomSettingsDialogProps, 'onClose' | 'onSaved'> {
  room: OpenRoom
  onBusy: (busy: boolean) => void
  onStep: (step: Step) => void
}

function SettingsForm({ room, onBusy, onClose, onSaved, onStep }: SettingsFormProps) {
  const client = useApolloClient()
  const search = useRoomUserSearch(room.id)
  const toast = useToast()
  const leave = useLeave()
  const tree = room.documentsTree
  const [before, setBefore] = useState(() => settingsOf(room, tree?.permissionsType))
  const form = useForm<Settings>({ defaultValues: before })
  const conflict = useConflict({ form, revision: room.revision, fields: wordsOf(room) })
  const isDynamic = useWatch({ control: form.control, name: 'isSystemSizeDynamic' })
  const permissionType = useWatch({ control: form.control, name: 'permissionType' })
  const update = useAction(UpdateRoomDocument)
  const setType = useAction(SetRoomTreeTypeDocument)
  const createTree = useAction(CreateRoomTreeDocument)
  const { busy: updating } = update
  const orgSlug = room.org.slug
  const manager = room.dealManager
  const { errors } = form.formState

  /** Gives the documents to whom they are permitted to, or the room its documents (DRM-18). */
  const saveTree = async (type: PrincipalType) => {
    if (!tree) return createTree.attempt({ orgSlug, portfolioId: room.id, permissionType: type })
    return type === tree.permissionsType
      ? undefined
      : setType.attempt({ treeId: tree.id, permissionType: type })
  }
  const mergeNewest = async (): Promise<FormProblem> => {
    const { data } = await client.query({
      query: RoomSettingsDocument,
      variables: { id: room.id },
      fetchPolicy: 'no-cache',
    })
    const now = data?.portfolio
    if (!now) return { message: 'This deal room no longer exists.' }
    const theirs = settingsOf(now, now.documentsTree?.permissionsType)
    setBefore(theirs)
    return conflict.mergeNewer({
      revision: now.revision,
      values: theirs,
      names: now.dealManager ? [{ id: now.dealManager.id, name: now.dealManager.fullName }] : [],
    })
  }
  const save = async (values: Settings): Promise<FormProblem | undefined> => {
    const changes = changesOf(values, before)
    if (Object.keys(changes).length > 0) {
      const { data, problem, refusal } = await update.attempt({
        orgSlug,
        portfolioId: room.id,
        revision: conflict.revision(),
        ...changes,
      })
      if (problem?.conflict?.of === 'dealRoom') return mergeNewest()
      if (problem) return problem.code === 'INTERNAL' ? FAILED : problem
      if (refusal) return refusal
      const saved = data?.updatePortfolio.portfolio
      if (saved) {
        conflict.saved(saved.revision)
        setBefore(settingsOf(saved, values.permissionType))
      }
    }
    const outcome = await saveTree(values.permissionType)
    if (outcome?.problem) return outcome.problem.code === 'INTERNAL' ? FAILED : outcome.problem
    return undefined
  }
  const submit = async (values: Settings): Promise<FormProblem | undefined> => {
    onBusy(true)
    const problem = await save(values)
    onBusy(false)
    if (problem) return problem
    // DRM-16
    await onSaved().catch(() => {})
    toast.success('Deal room settings saved')
    onClose()
    return undefined
  }
  return (
    <Form form={form} conflict={conflict} onSubmit={submit} label="Deal room settings">
      <DialogBody>
        <FieldPairs>
          <TextField
            name="name"
            label="Name"
            autoComplete="off"
            rules={{ validate: (name: string) => name.trim() !== '' || REQUIRED }}
          />
          <SelectField
            name="status"
            label="Status"
            options={OFFERED.map((status) => ({
              value: status,
              label: statusLabel(room.org.statusLabels, status),
            }))}
          />
          <ComboField
            name="dealManagerId"
            label="Deal manager"
            optional
            search={search}
            known={[
              ...(manager ? [{ value: manager.id, label: manager.fullName }] : []),
              ...conflict.names.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            empty="No user with access matches."
          />
          <SelectField
            name="permissionType"
            label="Document access by"
            options={TYPES}
            {...(!tree && { helper: 'Saving this creates the document library.' })}
          />
          <div>
            <NumberField
              name="systemSize"
              label="System size"
              unit="kW"
              fallback="0"
              disabled={isDynamic}
              {...(isDynamic && { helper: 'Computed from the projects.' })}
            />
            <CheckField name="isSystemSizeDynamic" label="Dynamic System Size" />
          </div>
          <Switches>
            <SwitchField name="enableProjects" label="Projects" />
            <SwitchField name="enableQAndA" label="Q&A" />
            <SwitchField name="headerEnabled" label="Header with figures" />
            <Link to={importAddress(room.id)}>Import projects</Link>
          </Switches>
        </FieldPairs>
        {tree && permissionType !== tree.permissionsType && <TypeChange tree={tree} to={permissionType} />}
        <RoomStates room={room} onStep={(step) => leave(() => onStep(step))} />
      </DialogBody>
      <DialogFoot>
        <Button
          variant="text"
          color="error"
          startIcon={<IconTrash />}
          // The form gives way to the question whether to remove it.
          onClick={() => leave(() => onStep('REMOVE'))}
          disabled={updating}
          data-apart=""
        >
          Remove deal room
        </Button>
        <CancelButton />
        {/* DRM-13 */}
        <SubmitButton disabled={Object.keys(errors).length > 0}>Save</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** What another type of principals closes, before it is done (PERM-12). */
function TypeChange({ tree, to }: { tree: NonNullable<OpenRoom['documentsTree']>; to: PrincipalType }) {
  const words = to === 'ROLE' ? 'roles' : 'groups'
  const { files = 0, folders = 0 } = tree.restricted ?? {}
  const parts = [files > 0 && formatCount(files, 'file'), folders > 0 && formatCount(folders, 'folder')]
  const restricted = parts.filter(Boolean).join(' and ')
  return restricted === '' ? (
    <Alert tone="info">Documents will be shared with {words}. Nothing is restricted, so all stay open.</Alert>
  ) : (
    <Alert tone="warning">
      Documents will be shared with {words}. {restricted} {files + folders === 1 ? 'is' : 'are'} restricted
      and will be closed to all {words} until you permit them again. This cannot be undone.
    </Alert>
  )
}
