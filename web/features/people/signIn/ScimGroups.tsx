import Button from '@mui/material/Button'
import { useState } from 'react'
import { BorderedList, lazily } from '../../../ui/index.ts'
import type { ScimGroup } from './connection.ts'

const MapGroupDialog = lazily(async () => (await import('./MapGroupDialog.tsx')).MapGroupDialog)

interface ScimGroupsProps {
  orgSlug: string
  connectionId: string
  /** Of the connection. */
  name: string
  groups: readonly ScimGroup[]
}

/** The directory's groups, and which user groups each fills (SCIM-12). */
export function ScimGroups({ orgSlug, connectionId, name, groups }: ScimGroupsProps) {
  const [mapped, setMapped] = useState<ScimGroup>()
  if (groups.length === 0) {
    return (
      <p>The directory has sent no groups yet. Once it has, you say here which of your groups they fill.</p>
    )
  }
  return (
    <>
      <BorderedList aria-label={`Groups of the directory of ${name}`}>
        {groups.map((group) => (
          <li key={group.id}>
            <div>
              {group.displayName}
              <small>
                {group.memberCount === 1 ? '1 person' : `${group.memberCount} people`},{' '}
                {group.groupNames.length === 0 ? 'gives nothing' : `fills ${group.groupNames.join(', ')}`}
              </small>
            </div>
            <Button
              size="small"
              variant="text"
              aria-label={`Map: ${group.displayName}`}
              onPointerEnter={MapGroupDialog.load}
              onFocus={MapGroupDialog.load}
              onClick={() => setMapped(group)}
            >
              Map
            </Button>
          </li>
        ))}
      </BorderedList>
      {mapped && (
        <MapGroupDialog
          orgSlug={orgSlug}
          connectionId={connectionId}
          group={mapped}
          onClose={() => setMapped(undefined)}
        />
      )}
    </>
  )
}
