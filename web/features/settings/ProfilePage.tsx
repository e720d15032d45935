import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type ProfileText, profileProblem } from '../../../shared/profileRules.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useReading } from '../../graphql/useReading.ts'
import { useViewer } from '../../graphql/viewer.ts'
import {
  Actions,
  ErrorState,
  FieldPairs,
  Form,
  type FormProblem,
  Loading,
  ReadOnlyField,
  SkeletonLines,
  SubmitButton,
  TextField,
  useConflict,
  usePageTitle,
  useTimedAlert,
} from '../../ui/index.ts'
import { AvatarArea } from './avatar/AvatarArea.tsx'
import {
  ProfilePageDocument,
  type ProfilePageQuery,
  UpdateProfileDocument,
} from './core/operations.generated.ts'
import { SettingsPanel } from './core/SettingsPanel.tsx'

type Profile = NonNullable<ProfilePageQuery['user']>

/** What a person says of themselves (PROF-01 to PROF-08). */
export function ProfilePage() {
  usePageTitle('My Profile')
  const { id } = useViewer()
  const { data, error, refetch } = useReading(ProfilePageDocument, { id })
  const profile = data?.user
  return (
    <SettingsPanel title="My Profile">
      {error && <ErrorState {...error} />}
      {profile ? (
        <>
          <AvatarArea user={profile} />
          <ProfileForm profile={profile} refetch={refetch} />
        </>
      ) : (
        <Loading active={!error} skeleton={<SkeletonLines count={6} />} />
      )}
    </SettingsPanel>
  )
}

const rules = (field: ProfileText) => ({
  validate: (text: string) => profileProblem(field, text) ?? true,
})

const valuesOf = ({ firstName, lastName, title, location }: Profile) => ({
  firstName,
  lastName,
  title: title ?? '',
  location: location ?? '',
})

function ProfileForm({ profile, refetch }: { profile: Profile; refetch: () => Promise<unknown> }) {
  const form = useForm({ defaultValues: valuesOf(profile) })
  const { isDirty } = form.formState
  const conflict = useConflict({
    form,
    revision: profile.revision,
    fields: { firstName: 'First Name', lastName: 'Last Name', title: 'Title', location: 'Location' },
  })
  const { saved: saw } = conflict
  // What another tab has saved shows here, too, but for what is being typed.
  useEffect(() => {
    if (isDirty) return
    form.reset(valuesOf(profile))
    saw(profile.revision)
  }, [form, profile, isDirty, saw])
  const { attempt } = useAction(UpdateProfileDocument)
  const { alert, show } = useTimedAlert()

  const submit = async (values: ReturnType<typeof valuesOf>): Promise<FormProblem | undefined> => {
    const { data, problem, refusal } = await attempt({
      id: profile.id,
      ...values,
      revision: conflict.revision(),
    })
    if (refusal && !problem) return refusal
    const saved = data?.updateProfile.user
    if (problem?.conflict?.of === 'profile') {
      const { revision, newer } = problem.conflict
      void refetch().catch(() => {})
      return conflict.mergeNewer({
        revision,
        values: { ...newer, title: newer.title ?? '', location: newer.location ?? '' },
      })
    }
    if (problem || !saved) {
      show('danger', 'Profile update failed.')
      // Nothing is saved: what was typed stays, and still counts as unsaved.
      return {}
    }
    form.reset(valuesOf(saved))
    conflict.saved(saved.revision)
    show('success', 'Profile updated successfully.')
    return undefined
  }
  return (
    <Form form={form} conflict={conflict} onSubmit={submit} label="My Profile">
      {alert}
      <FieldPairs>
        <TextField name="firstName" label="First Name" autoComplete="given-name" rules={rules('firstName')} />
        <TextField name="lastName" label="Last Name" autoComplete="family-name" rules={rules('lastName')} />
        <ReadOnlyField label="Company" value={profile.companyName} />
        <TextField
          name="title"
          label="Title"
          autoComplete="organization-title"
          placeholder="Optional"
          rules={rules('title')}
        />
        <TextField name="location" label="Location" placeholder="Optional" rules={rules('location')} />
      </FieldPairs>
      <Actions>
        <SubmitButton>Update profile</SubmitButton>
        <Button
          variant="outlined"
          onClick={() => {
            form.reset()
            conflict.clear()
          }}
        >
          Reset
        </Button>
      </Actions>
    </Form>
  )
}
