import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { momentOfField } from '../../../../shared/format/time.ts'
import { useAction } from '../../../graphql/useAction.ts'
import { useReading } from '../../../graphql/useReading.ts'
import {
  BorderedList,
  CancelButton,
  DialogBody,
  DialogFoot,
  ErrorState,
  Form,
  type FormProblem,
  Loading,
  SkeletonLines,
  SubmitButton,
  TextField,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { accessWords, type GroupAccess, MAX_GROUPS } from './groupAccess.ts'
import { RoomGroupAccessDocument, SetGroupAccessEndDocument } from './operations.generated.ts'
import type { RoomStepProps } from './settings.ts'

const Groups = styled(BorderedList)(({ theme }) => ({
  '& > li': { flexWrap: 'wrap', gap: '0 12px', minHeight: 44, padding: '4px 6px 4px 14px' },
  '& > li > span': { flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere', fontWeight: 500 },
  '& > li > small': { ...theme.typography.body1, color: theme.vars.palette.ink3 },
  '& > li > [data-ended]': { color: theme.vars.palette.warning.text },
}))

/** The groups with access to a deal room, and when that ends (STAGE-10). */
export function AccessEnds({ room, onBusy, onCancel }: RoomStepProps) {
  const [chosen, setChosen] = useState<GroupAccess | null>(null)
  const { data, error, loading, refetch } = useReading(RoomGroupAccessDocument, {
    id: room.id,
    limit: MAX_GROUPS,
  })
  const access = data?.portfolio?.groupAccess
  if (chosen) {
    return (
      <EndForm
        room={room}
        group={chosen}
        onBusy={onBusy}
        onCancel={() => setChosen(null)}
        onDone={async () => {
          await refetch()
          setChosen(null)
        }}
      />
    )
  }
  return (
    <>
      <DialogBody>
        <p style={{ margin: '0 0 16px' }}>
          From its end on, the members of a group see {room.name} as if they were no members.
        </p>
        {!access && (
          <Loading active={loading} skeleton={<SkeletonLines />}>
            {error && <ErrorState {...error} />}
          </Loading>
        )}
        {access && (
          <Groups>
            {access.items.map((group) => (
              <li key={group.id}>
                <span>{group.name}</span>
                <small data-ended={group.hasEnded ? '' : undefined}>{accessWords(group)}</small>
                {!group.everywhere && (
                  <Button
                    variant="text"
                    size="small"
                    aria-label={`Change the end of ${group.name}`}
                    onClick={() => setChosen(group)}
                  >
                    Change
                  </Button>
                )}
              </li>
            ))}
          </Groups>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onCancel}>Back</Button>
      </DialogFoot>
    </>
  )
}

interface EndFormProps extends RoomStepProps {
  group: GroupAccess
}

function EndForm({ room, group, onBusy, onCancel, onDone }: EndFormProps) {
  const form = useForm({ defaultValues: { endsAt: momentOfField(group.endsAt) } })
  const { attempt } = useAction(SetGroupAccessEndDocument)
  const submit = async ({ endsAt }: { endsAt: string }): Promise<FormProblem | undefined> => {
    onBusy(true)
    const { refusal } = await attempt({
      portfolioId: room.id,
      groupId: group.id,
      endsAt: endsAt === '' ? null : new Date(endsAt).toISOString(),
    })
    onBusy(false)
    if (refusal) return refusal
    await onDone()
    return undefined
  }
  return (
    <Form form={form} onSubmit={submit} label={`End of access of ${group.name}`}>
      <DialogBody>
        <p style={{ margin: '0 0 16px' }}>
          Members of {group.name} lose {room.name} at that moment, in open pages within 5 seconds. What they
          wrote and what was permitted to them stays. A moment that has passed ends their access immediately.
        </p>
        <TextField
          name="endsAt"
          label="Access ends on"
          type="datetime-local"
          optional
          autoComplete="off"
          helper="In your time zone. Leave it empty for no end."
        />
      </DialogBody>
      <DialogFoot>
        <CancelButton onClose={onCancel} />
        <SubmitButton>Save</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
