import { useFormContext, useWatch } from 'react-hook-form'
import { useReading } from '../../../graphql/useReading.ts'
import {
  Alert,
  CheckField,
  CheckList,
  ErrorState,
  Loading,
  SkeletonLines,
  TextField,
} from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { accessWords, MAX_GROUPS } from './groupAccess.ts'
import { RoomGroupAccessDocument } from './operations.generated.ts'

/** What of a form is about closing a room. */
export interface ClosingValues {
  /** Whose access ends. */
  groupIds: string[]
  /** Of a field for date and time; empty for now. */
  endsAt: string
  withArchive: boolean
}

const Groups = styled('fieldset')(({ theme }) => ({
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, marginBottom: 6, fontWeight: 500 },
  '& > ul': {
    maxHeight: 240,
    border: `1px solid ${theme.vars.palette.lineStrong}`,
    borderRadius: 6,
  },
  '& > small': {
    display: 'block',
    marginTop: 4,
    ...theme.typography.note,
  },
}))

interface ClosingFieldsProps {
  roomId: string
  /** Whether the viewer may have an archive of everything. */
  mayArchive: boolean
}

/** Whose access to a room ends when, and whether an archive is made then: in the form that begins to close it (STAGE-11). */
export function ClosingFields({ roomId, mayArchive }: ClosingFieldsProps) {
  const { setValue } = useFormContext<ClosingValues>()
  const groupIds = useWatch<ClosingValues, 'groupIds'>({ name: 'groupIds' })
  const { data, error, loading } = useReading(RoomGroupAccessDocument, { id: roomId, limit: MAX_GROUPS })
  const access = data?.portfolio?.groupAccess
  // What has no end of its own in one room, and what has ended, is no choice.
  const groups = (access?.items ?? []).filter(({ everywhere, hasEnded }) => !everywhere && !hasEnded)
  const choose = (ids: readonly string[]) => setValue('groupIds', [...ids], { shouldDirty: true })
  const isAll = groups.length > 0 && groups.every(({ id }) => groupIds.includes(id))
  return (
    <>
      {access ? (
        <Groups>
          <legend>Groups whose access ends</legend>
          {groups.length === 0 ? (
            <small>No group has access that can end in this deal room alone.</small>
          ) : (
            <CheckList
              label="Groups whose access ends"
              options={groups.map((group) => ({
                value: group.id,
                label: group.name,
                ...(group.endsAt !== null && { detail: accessWords(group) }),
              }))}
              all={{
                option: { label: 'All groups', count: groups.length },
                isChecked: isAll || (groupIds.length > 0 && 'mixed'),
                onToggle: () => choose(isAll ? [] : groups.map(({ id }) => id)),
              }}
              isChecked={(id) => groupIds.includes(id)}
              onToggle={(id) =>
                choose(groupIds.includes(id) ? groupIds.filter((each) => each !== id) : [...groupIds, id])
              }
            />
          )}
          {access.count > MAX_GROUPS && (
            <small>
              The first {MAX_GROUPS} by name. When the access of others ends is set under End of access.
            </small>
          )}
        </Groups>
      ) : (
        <Loading active={loading} skeleton={<SkeletonLines />}>
          {error && <ErrorState {...error} />}
        </Loading>
      )}
      <TextField
        name="endsAt"
        label="Their access ends on"
        type="datetime-local"
        optional
        autoComplete="off"
        helper="In your time zone. Leave it empty to end it now."
      />
      {mayArchive ? (
        <CheckField
          name="withArchive"
          label="Make an archive of everything in it then"
          helper="With former versions. Under Certificates once it is ready; once it is verified, the deal room can be archived."
        />
      ) : (
        <Alert tone="info">
          An admin of the organisation makes the archive of everything in it, under Certificates.
        </Alert>
      )}
    </>
  )
}
