import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { usePasswordAgain } from '../../../graphql/password/usePasswordAgain.tsx'
import { useAction } from '../../../graphql/useAction.ts'
import {
  CancelButton,
  ComboField,
  Dialog,
  DialogBody,
  DialogFoot,
  Form,
  SubmitButton,
  useToast,
} from '../../../ui/index.ts'
import { useGroupChoices } from '../groups/groupChoices.ts'
import type { ScimGroup } from './connection.ts'
import { MapScimGroupDocument } from './operations.generated.ts'

interface MapGroupDialogProps {
  orgSlug: string
  connectionId: string
  group: ScimGroup
  onClose: () => void
}

/** Says which user groups a directory's group fills; the password is asked for where one administers (SCIM-14). */
export function MapGroupDialog({ orgSlug, connectionId, group, onClose }: MapGroupDialogProps) {
  const { pathname } = useLocation()
  const toast = useToast()
  const form = useForm<{ groupIds: string[] }>({ defaultValues: { groupIds: [...group.groupIds] } })
  const map = useAction(MapScimGroupDocument)
  const { withPassword, dialog } = usePasswordAgain({
    helper: 'Members of one of these groups administer people. Please enter your password again.',
    next: pathname,
  })
  const { search } = useGroupChoices(orgSlug)
  return (
    <>
      <Dialog open onClose={onClose} title="Map a group" overline={group.displayName}>
        <Form
          form={form}
          label="Map a group"
          onSubmit={async ({ groupIds }) => {
            const { refusal } = await withPassword(() =>
              map.attempt({ connectionId, scimGroupId: group.id, groupIds }),
            )
            if (refusal) return refusal
            toast.success('Group mapped')
            onClose()
            return undefined
          }}
        >
          <DialogBody>
            <ComboField
              name="groupIds"
              label="Groups that it fills"
              multiple
              known={group.groupIds.map((id, place) => ({ value: id, label: group.groupNames[place] ?? id }))}
              search={search}
              placeholder="None: it gives nothing"
              helper="Its people join them within seconds, and leave them as they leave the directory’s group. Who was put there by hand stays."
              empty="No group matches."
            />
          </DialogBody>
          <DialogFoot>
            <CancelButton variant="outlined" />
            <SubmitButton>Save</SubmitButton>
          </DialogFoot>
        </Form>
      </Dialog>
      {dialog}
    </>
  )
}
