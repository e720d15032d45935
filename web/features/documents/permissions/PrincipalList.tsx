import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import CircularProgress from '@mui/material/CircularProgress'
import IconButton from '@mui/material/IconButton'
import { IconEye } from '@tabler/icons-react'
import { useId } from 'react'
import type { DocumentLevel, DocumentRendition } from '../../../../shared/documentLevels.ts'
import { BorderedList } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { LevelChoice } from './LevelChoice.tsx'
import { RenditionChoice } from './RenditionChoice.tsx'
import type { Toggle } from './useToggles.ts'

const List = styled(BorderedList)(({ theme }) => ({
  maxHeight: 360,
  '& > li': { gap: 8, minHeight: 42, padding: '0 8px' },
  '& > li:hover': { backgroundColor: theme.vars.palette.hover },
  '& > li > div': { flex: 1, minWidth: 0, padding: '4px 0', overflowWrap: 'anywhere' },
  '& > li > div > label': { display: 'block', cursor: 'pointer' },
  '& > li > div > small': { display: 'block', ...theme.typography.caption, color: theme.vars.palette.ink3 },
  '& button[aria-disabled="true"]': { opacity: 0.45, cursor: 'default' },
  '& > li > p': { margin: 0, padding: '10px 6px', color: theme.vars.palette.ink2 },
  // On a phone the dialog scrolls as a whole: nothing of the list may be squeezed out of sight.
  [theme.breakpoints.down('md')]: { flex: 'none', maxHeight: 'none', '& > li': { minHeight: 48 } },
}))

/** Of whom nothing is given there is no content to choose. */
const Unsaid = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 112,
  paddingLeft: 8,
  color: theme.vars.palette.ink3,
  [theme.breakpoints.down('md')]: { display: 'none' },
}))

/** A toggle for each role or group: on, off, or mixed where the documents differ (PERM-03); and their level and content (VIEW-11, REDACT-18). */
export function PrincipalList({
  label,
  toggles,
  empty,
  kind,
  onToggle,
  onLevel,
  onRendition,
  onOnly,
  onViewAs,
}: {
  /** Accessible name. */
  label: string
  toggles: readonly Toggle[]
  /** In the place of the first row. */
  empty: string
  /** What one of them is called. */
  kind: 'group' | 'role'
  onToggle: (principalId: string, permissible: boolean) => void
  onLevel: (principalId: string, level: DocumentLevel) => void
  onRendition: (principalId: string, rendition: DocumentRendition) => void
  onOnly: (principalId: string) => void
  /** Shows the room as one of them sees it; left out where that is not offered. */
  onViewAs?: (principalId: string) => void
}) {
  const busy = toggles.some(({ pending }) => pending)
  return (
    <List aria-label={label}>
      {toggles.length === 0 && (
        <li>
          <p>{empty}</p>
        </li>
      )}
      {toggles.map((toggle) => (
        <Principal
          key={toggle.principal.id}
          toggle={toggle}
          busy={busy}
          kind={kind}
          onToggle={(permissible) => onToggle(toggle.principal.id, permissible)}
          onLevel={(level) => onLevel(toggle.principal.id, level)}
          onRendition={(rendition) => onRendition(toggle.principal.id, rendition)}
          onOnly={() => onOnly(toggle.principal.id)}
          {...(onViewAs && { onViewAs: () => onViewAs(toggle.principal.id) })}
        />
      ))}
    </List>
  )
}

interface PrincipalProps {
  toggle: Toggle
  /** Something is being changed: one change after the other. */
  busy: boolean
  kind: 'group' | 'role'
  onToggle: (permissible: boolean) => void
  onLevel: (level: DocumentLevel) => void
  onRendition: (rendition: DocumentRendition) => void
  onOnly: () => void
  onViewAs?: () => void
}

function Principal({ toggle, busy, kind, onToggle, onLevel, onRendition, onOnly, onViewAs }: PrincipalProps) {
  const id = useId()
  const { permissible, pending, principal } = toggle
  const hint = hintOf(toggle)
  return (
    <li aria-busy={pending || undefined}>
      <Checkbox
        id={id}
        checked={permissible === true}
        indeterminate={permissible === null}
        // Mixed becomes on: nobody loses by the first click.
        onChange={() => {
          if (!busy) onToggle(permissible !== true)
        }}
        slotProps={{
          input: { 'aria-disabled': busy || undefined, ...(hint && { 'aria-describedby': `${id}-hint` }) },
        }}
      />
      <div>
        <label htmlFor={id}>{principal.name}</label>
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </div>
      {pending && <CircularProgress size={16} thickness={5} aria-label={`Changing ${principal.name}`} />}
      <LevelChoice name={principal.name} level={toggle.level} busy={busy} onChange={onLevel} />
      {permissible === false ? (
        <Unsaid aria-hidden>–</Unsaid>
      ) : (
        <RenditionChoice
          name={principal.name}
          rendition={toggle.rendition}
          busy={busy}
          onChange={onRendition}
        />
      )}
      <Button
        size="small"
        variant="text"
        // Not disabled, which would take the focus away from whoever has just pressed it.
        aria-disabled={busy || undefined}
        aria-label={`Only this ${kind}: ${principal.name}`}
        onClick={() => {
          if (!busy) onOnly()
        }}
      >
        Only this {kind}
      </Button>
      {onViewAs && (
        <IconButton
          size="small"
          aria-label={`View as ${principal.name}`}
          title={`View as ${principal.name}`}
          onClick={onViewAs}
        >
          <IconEye />
        </IconButton>
      )}
    </li>
  )
}

function hintOf({ permissible, differsBelow }: Toggle): string | undefined {
  if (permissible === null) return 'Some of these, not all'
  if (!differsBelow) return undefined
  return permissible ? 'Not everything below' : 'Something below is permitted'
}
