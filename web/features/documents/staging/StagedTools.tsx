import Button from '@mui/material/Button'
import { IconCalendarEvent, IconDots, IconEye, IconListCheck, IconSend } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useStartView } from '../../../graphql/viewing/useStartView.ts'
import { MenuButton, type MenuEntry, useBreakpoint, useToast } from '../../../ui/index.ts'
import { usePlace } from '../place/place.ts'

interface StagedToolsProps {
  rootId: string
  isEmpty: boolean
  onPublications: () => void
  onPublish: () => void
}

/**
 * What is done with what is staged: what the room lacks (STAGE-07), how a group will see it (STAGE-08), what was published, and
 * publishing it (STAGE-05), as far as the person may.
 */
export function StagedTools({ rootId, isEmpty, onPublications, onPublish }: StagedToolsProps) {
  const { tree, principals, addresses, isReadOnly, readinessAddress } = usePlace()
  const isWide = useBreakpoint('md')
  // What is staged itself is no page of theirs.
  const view = useStartView(addresses.to(rootId))
  const { problem } = view
  const toast = useToast()
  useEffect(() => {
    if (problem) toast.error(problem.message)
  }, [problem, toast])
  // Groups are looked at; a role is held by several of them.
  const groups = tree.canViewAs && tree.permissionsType === 'GROUP' ? principals : []
  const views = groups.map(
    ({ id, name }): MenuEntry => ({
      key: `as-${id}`,
      label: isWide ? name : `See as ${name}`,
      onSelect: () => void view.start({ treeId: tree.id, groupId: id }),
    }),
  )
  const publish = !isReadOnly && (
    <Button variant="contained" startIcon={<IconSend />} disabled={isEmpty} onClick={onPublish}>
      Publish…
    </Button>
  )
  if (!isWide) {
    const readiness: MenuEntry[] =
      readinessAddress === null
        ? []
        : [{ key: 'readiness', label: 'Check readiness', icon: <IconListCheck />, to: readinessAddress }]
    return (
      <div>
        {publish}
        <MenuButton
          label="More"
          icon={<IconDots size={20} />}
          entries={[
            {
              key: 'publications',
              label: 'Publications',
              icon: <IconCalendarEvent />,
              onSelect: onPublications,
            },
            ...readiness,
            ...views,
          ]}
        />
      </div>
    )
  }
  return (
    <div>
      <Button startIcon={<IconCalendarEvent />} onClick={onPublications}>
        Publications
      </Button>
      {readinessAddress !== null && (
        <Button component={Link} to={readinessAddress} startIcon={<IconListCheck />}>
          Check readiness
        </Button>
      )}
      {views.length > 0 && (
        <MenuButton
          label="See as"
          variant="outlined"
          startIcon={<IconEye />}
          disabled={view.busy}
          entries={views}
        />
      )}
      {publish}
    </div>
  )
}
